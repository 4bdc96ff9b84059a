import { formatTime, limits } from '@secure-preview/contracts';
import { MAX_PIXELS } from './ffmpeg/untrusted-input.js';
import type { PacketFacts } from './probe/packet-scan.js';
import { mayHaveTimestampJumps, type SourceFacts } from './probe/source-facts.js';
import { InvalidMediaError } from './processing-errors.js';

const MAX_SECONDS = limits.video.maxHours * 3600;
/** A video counts as truncated when both its missing share and its missing seconds exceed these limits. */
const MISSING_SHARE = 0.05;
const MISSING_SECONDS = 1.5;

/** @throws InvalidMediaError for a file that is longer than allowed */
export function requireAcceptableLength(seconds: number | null): void {
  if (seconds !== null && seconds > MAX_SECONDS) throw new InvalidMediaError('VIDEO_TOO_LONG');
}

/** @throws InvalidMediaError for frames with more pixels than ffmpeg may decode */
export function requireAcceptableSize({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PIXELS) return;
  throw new InvalidMediaError('PICTURE_TOO_LARGE', { params: { width, height } });
}

/** Tolerated difference between segment ends in seconds. Playlists round durations. */
const CUT_TOLERANCE = 0.02;

/**
 * Requires the segments of all renditions to end at the same times, since players switch renditions there.
 *
 * @throws InvalidMediaError when the times differ
 */
export function requireAligned(cuts: readonly number[], others: readonly (readonly number[])[]): void {
  const isAligned = (other: readonly number[]) =>
    other.length === cuts.length &&
    other.every((cut, position) => Math.abs(cut - (cuts[position] ?? 0)) <= CUT_TOLERANCE);
  if (!others.every(isAligned)) throw new InvalidMediaError('SIZES_DIFFER');
}

/**
 * Rejects a truncated file. Compares the end of the packets with the stated length of the video stream. If
 * there is none, uses the length of the container.
 *
 * @throws InvalidMediaError when the end is missing
 */
export function requireNotTruncated(
  {
    video: videoExtent,
    audio: audioExtent,
    isTruncated,
  }: Pick<PacketFacts, 'video' | 'audio' | 'isTruncated'>,
  source: SourceFacts,
): void {
  if (videoExtent === null || mayHaveTimestampJumps(source)) return;
  // Matroska rarely states the duration of the last frame, but ffmpeg reports a truncated file.
  if (source.container.startsWith('matroska') && !isTruncated) return;
  const { video, startSeconds, durationSeconds } = source;
  const begin = Math.min(0, startSeconds ?? 0);
  if (video.claimedSeconds !== null) requireEnd(videoExtent.end - begin, video.claimedSeconds);
  else if (durationSeconds !== null) {
    requireEnd(Math.max(videoExtent.end, audioExtent?.end ?? 0) - begin, durationSeconds);
  }
}

/**
 * Tolerated difference between the lengths of video and audio, in seconds. Players buffer more than that and
 * reach the end.
 */
const MAX_LENGTH_DIFFERENCE = 10;

/**
 * Checks the length of the output. A decoder may output less than the packets indicate.
 *
 * @param output seconds of video and audio; null for missing audio
 * @param expectedSeconds seconds; null when unknown
 * @throws InvalidMediaError when the end is missing, or video and audio do not end together
 */
export function requireFullOutput(
  output: { video: number; audio: number | null },
  expectedSeconds: number | null,
): void {
  if (expectedSeconds !== null) requireEnd(output.video, expectedSeconds);
  if (output.audio === null || Math.abs(output.video - output.audio) <= MAX_LENGTH_DIFFERENCE) return;
  throw new InvalidMediaError('PICTURE_AND_SOUND_DIFFER');
}

function requireEnd(playable: number, claimed: number): void {
  const missing = claimed - playable;
  if (missing <= MISSING_SECONDS || missing <= claimed * MISSING_SHARE) return;
  const params = { readable: formatTime(playable), claimed: formatTime(claimed) };
  throw new InvalidMediaError('FILE_INCOMPLETE', { params });
}
