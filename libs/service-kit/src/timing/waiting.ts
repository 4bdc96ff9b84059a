import { setTimeout as delay } from 'node:timers/promises';

/** Resolves once a signal has aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves after a time, or once the signal has aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);

/** Waits for a promise to settle, but no longer than `milliseconds`. @returns whether it settled */
export async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  const timeout = pause(milliseconds, settled.signal).then(() => false);
  const done = () => true;
  const hasSettled = await Promise.race([promise.then(done, done), timeout]);
  settled.abort();
  return hasSettled;
}
