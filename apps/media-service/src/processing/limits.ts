import { FileFault } from './file-fault.js';

/** Seconds; a trailer takes minutes, and this bounds disk and time of a forged file. */
const MAX_SECONDS = 6 * 3600;
/** A rendition that is shorter than what the file claims by more than this lacks its end. */
const MISSING_SHARE = 0.05;
const MISSING_SECONDS = 1.5;

/** @throws FileFault for a file that is longer than 6 h */
export function requireAcceptableLength(seconds: number | null): void {
  if (seconds !== null && seconds > MAX_SECONDS) throw new FileFault('The video is longer than 6 hours.');
}

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/**
 * A file that was cut off still plays up to there, but half a trailer must not be shown to anybody as the whole.
 *
 * @param claimed seconds that the container claims for the picture; null when it does not tell
 * @throws FileFault when the end is missing
 */
export function requireComplete(playable: number, claimed: number | null): void {
  if (claimed === null) return;
  const missing = claimed - playable;
  if (missing <= MISSING_SECONDS || missing <= claimed * MISSING_SHARE) return;
  throw new FileFault(
    `The file is incomplete: only ${clock(playable)} of its ${clock(claimed)} minutes can be read.`,
  );
}
