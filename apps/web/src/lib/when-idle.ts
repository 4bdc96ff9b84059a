/**
 * Runs a task when the page is idle, or after a timeout even if it is busy.
 *
 * @param timeoutMs milliseconds after which the task runs anyway
 * @returns a function that cancels the task
 */
export function whenIdle(task: () => void, timeoutMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: timeoutMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(task, timeoutMs);
  return () => clearTimeout(handle);
}
