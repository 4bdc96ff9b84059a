import { HttpError, retryAfterMs } from './http-error.js';

const MAX_ATTEMPTS = 5;
/** Milliseconds before the first retry, if the server specifies no time; the delay doubles. */
const FIRST_DELAY_MS = 1000;

/** Statuses of an overloaded or restarting portal. */
const TRANSIENT = [502, 503, 504];

/** Repeats an idempotent request while the portal is overloaded, restarting or unreachable. */
export async function retried<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
      await delay(retryAfterMs(error) ?? FIRST_DELAY_MS * 2 ** (attempt - 1), signal);
    }
  }
}

/** Returns whether the same request may succeed soon. `fetch` throws a TypeError if there is no connection. */
const isTransient = (error: unknown): boolean =>
  error instanceof HttpError ? TRANSIENT.includes(error.status) : error instanceof TypeError;

function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
