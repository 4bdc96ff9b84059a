/**
 * Calls back when the page has nothing more urgent to do, or after a while even if it is busy.
 *
 * @param withinMs milliseconds after which it happens anyway
 * @returns what calls it off
 */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: withinMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(task, withinMs);
  return () => clearTimeout(handle);
}
