import { MINUTE_MS } from '@secure-preview/contracts';
import { InvalidMediaError } from '../../processing/processing-errors.js';

/**
 * Milliseconds of work on one clip, after its download. On a busy machine, a clip of two minutes takes over two for each
 * version of its film, and up to five versions are read.
 */
const CLIP_WORK_MS = 30 * MINUTE_MS;

/**
 * Runs `work` with a signal that aborts when `stop` does, or after the time that one clip may take.
 *
 * @throws InvalidMediaError when the time is over
 */
export async function withDeadline<T>(
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds = CLIP_WORK_MS,
): Promise<T> {
  const slow = new AbortController();
  const tooSlow = new InvalidMediaError('PROCESSING_TOO_SLOW');
  const timer = setTimeout(() => slow.abort(tooSlow), milliseconds);
  try {
    return await work(AbortSignal.any([stop, slow.signal]));
  } catch (error) {
    // What fails because of the deadline may say anything.
    throw slow.signal.aborted && !stop.aborted ? tooSlow : error;
  } finally {
    clearTimeout(timer);
  }
}
