/**
 * Runs a task when the page is idle, or after a timeout even if it is busy.
 *
 * @param withinMs milliseconds after which it runs anyway
 * @returns a function that cancels it
 */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: withinMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(task, withinMs);
  return () => clearTimeout(handle);
}
