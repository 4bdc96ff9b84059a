import { formatTime } from '@secure-preview/contracts';
import { MAX_PIXELS } from './ffmpeg/untrusted-input.js';
import type { PacketFacts } from './probe/packet-scan.js';
import { clockMayJump, type SourceFacts } from './probe/source-facts.js';
import { InvalidMediaError } from './processing-errors.js';

/** Maximum length in seconds, which limits disk and time for a forged file. */
const MAX_SECONDS = 6 * 3600;
/** A rendition is incomplete if it is shorter than the claimed length by more than both limits. */
const MISSING_SHARE = 0.05;
const MISSING_SECONDS = 1.5;

/** @throws InvalidMediaError for a file longer than 6 h */
export function requireAcceptableLength(seconds: number | null): void {
  if (seconds !== null && seconds > MAX_SECONDS) throw new InvalidMediaError('VIDEO_TOO_LONG');
}

/** @throws InvalidMediaError for frames with more pixels than ffmpeg may decode */
export function requireAcceptableSize({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PIXELS) return;
  throw new InvalidMediaError('PICTURE_TOO_LARGE', { params: { width, height } });
}

/** Tolerance for the segment ends of two renditions in seconds, due to rounding. */
const CUT_TOLERANCE = 0.02;

/**
 * Requires the segments of all renditions to end at the same times, because players switch renditions there.
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
 * Rejects a truncated file. Compares the end of the packets with the claimed length of the video stream, or with that of
 * the container.
 *
 * @throws InvalidMediaError when the end is missing
 */
export function requireWhole(
  { picture, sound, endsPrematurely }: Pick<PacketFacts, 'picture' | 'sound' | 'endsPrematurely'>,
  source: SourceFacts,
): void {
  if (picture === null || clockMayJump(source)) return;
  // Matroska rarely declares the duration of the last frame, but its reader detects truncated files.
  if (source.container.startsWith('matroska') && !endsPrematurely) return;
  const { video, startSeconds, durationSeconds } = source;
  const begin = Math.min(0, startSeconds ?? 0);
  if (video.claimedSeconds !== null) requireEnd(picture.end - begin, video.claimedSeconds);
  else if (durationSeconds !== null) {
    requireEnd(Math.max(picture.end, sound?.end ?? 0) - begin, durationSeconds);
  }
}

/**
 * Maximum difference between the lengths of video and audio, in seconds. Players buffer more than that, so they reach
 * the end.
 */
const MAX_LENGTH_DIFFERENCE = 10;

/**
 * Checks the length of the output, which may be shorter than expected from the packets.
 *
 * @param output seconds of video and audio; null without audio
 * @param expected seconds; null if unknown
 * @throws InvalidMediaError if the end is missing, or video and audio do not end together
 */
export function requireComplete(
  output: { picture: number; sound: number | null },
  expected: number | null,
): void {
  if (expected !== null) requireEnd(output.picture, expected);
  if (output.sound === null || Math.abs(output.picture - output.sound) <= MAX_LENGTH_DIFFERENCE) return;
  throw new InvalidMediaError('PICTURE_AND_SOUND_DIFFER');
}

function requireEnd(playable: number, claimed: number): void {
  const missing = claimed - playable;
  if (missing <= MISSING_SECONDS || missing <= claimed * MISSING_SHARE) return;
  const params = { readable: formatTime(playable), claimed: formatTime(claimed) };
  throw new InvalidMediaError('FILE_INCOMPLETE', { params });
}
