import { formatTime } from '@secure-preview/contracts';
import { MAX_PIXELS } from './ffmpeg/untrusted-input.js';
import type { PacketFacts } from './probe/packet-scan.js';
import { clockMayLeap, type SourceFacts } from './probe/source-facts.js';
import { InvalidMediaError } from './processing-errors.js';

/** Seconds. A trailer takes minutes; this limits disk and time for a forged file. */
const MAX_SECONDS = 6 * 3600;
/** A rendition lacks its end when it is shorter than the claimed length by more than both of these. */
const MISSING_SHARE = 0.05;
const MISSING_SECONDS = 1.5;

/** @throws InvalidMediaError for a file longer than 6 h */
export function requireAcceptableLength(seconds: number | null): void {
  if (seconds !== null && seconds > MAX_SECONDS) throw new InvalidMediaError('VIDEO_TOO_LONG');
}

/** @throws InvalidMediaError for a picture with more pixels than ffmpeg may decode */
export function requireAcceptableSize({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PIXELS) return;
  throw new InvalidMediaError('PICTURE_TOO_LARGE', { params: { width, height } });
}

/** Seconds by which the cuts of two renditions may differ: rounding in the list of durations. */
const CUT_TOLERANCE = 0.02;

/**
 * Requires the segments of all renditions to end at the same times, since players switch renditions there.
 *
 * @throws InvalidMediaError when the times differ
 */
export function requireAligned(cuts: readonly number[], others: readonly (readonly number[])[]): void {
  const alike = (other: readonly number[]) =>
    other.length === cuts.length &&
    other.every((cut, position) => Math.abs(cut - (cuts[position] ?? 0)) <= CUT_TOLERANCE);
  if (!others.every(alike)) throw new InvalidMediaError('SIZES_DIFFER');
}

/**
 * Rejects a truncated file: half a trailer must not be shown as the whole. Compares the end of the packets
 * with the claimed length of the picture, or else with that of the container.
 *
 * @throws InvalidMediaError when the end is missing
 */
export function requireWhole(
  { picture, sound, brokenOff }: Pick<PacketFacts, 'picture' | 'sound' | 'brokenOff'>,
  source: SourceFacts,
): void {
  if (picture === null || clockMayLeap(source)) return;
  // Matroska rarely states how long the last picture is shown, but its reader detects a file that is too
  // short.
  if (source.container.startsWith('matroska') && !brokenOff) return;
  const { video, startSeconds, durationSeconds } = source;
  const begin = Math.min(0, startSeconds ?? 0);
  if (video.claimedSeconds !== null) requireEnd(picture.end - begin, video.claimedSeconds);
  else if (durationSeconds !== null) {
    requireEnd(Math.max(picture.end, sound?.end ?? 0) - begin, durationSeconds);
  }
}

/**
 * Seconds by which the lengths of picture and sound may differ. Players buffer more than that ahead, and so
 * reach the end.
 */
const MAX_LENGTH_DIFFERENCE = 10;

/**
 * Checks the length of the output, which may be shorter than the file's packets promised.
 *
 * @param made seconds of the picture, and of the sound; null when there is none
 * @param promised seconds; null when unknown
 * @throws InvalidMediaError when the end is missing, or picture and sound do not end together
 */
export function requireComplete(
  made: { picture: number; sound: number | null },
  promised: number | null,
): void {
  if (promised !== null) requireEnd(made.picture, promised);
  if (made.sound === null || Math.abs(made.picture - made.sound) <= MAX_LENGTH_DIFFERENCE) return;
  throw new InvalidMediaError('PICTURE_AND_SOUND_DIFFER');
}

function requireEnd(playable: number, claimed: number): void {
  const missing = claimed - playable;
  if (missing <= MISSING_SECONDS || missing <= claimed * MISSING_SHARE) return;
  const params = { readable: formatTime(playable), claimed: formatTime(claimed) };
  throw new InvalidMediaError('FILE_INCOMPLETE', { params });
}
