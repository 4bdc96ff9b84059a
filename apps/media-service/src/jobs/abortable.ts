/** Resolves once a signal has aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves after a time, or once the signal has aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for a promise to settle, but no longer than `milliseconds`. @returns whether it settled */
export async function endsWithin(milliseconds: number, end: Promise<unknown>): Promise<boolean> {
  const settled = new AbortController();
  const late = pause(milliseconds, settled.signal).then(() => false);
  const ended = end.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, late]);
  settled.abort();
  return inTime;
}
