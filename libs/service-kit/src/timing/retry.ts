import { pause } from './waiting.js';

interface RetryOptions {
  /** Milliseconds from the end of a try to the next one. */
  readonly everyMs: number;
  /** Ends the retries. A try in progress is not interrupted. */
  readonly signal?: AbortSignal;
  /** Receives the error of each failed try. To give up, it throws an error. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Repeats `work` until it succeeds or `signal` aborts.
 *
 * @returns the result of `work`; undefined once aborted
 * @throws the error that `onFailure` throws
 */
export async function retry<T>(
  work: () => Promise<T>,
  { everyMs, signal, onFailure }: RetryOptions,
): Promise<T | undefined> {
  while (!signal?.aborted) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
    }
    await pause(everyMs, signal);
  }
  return undefined;
}
