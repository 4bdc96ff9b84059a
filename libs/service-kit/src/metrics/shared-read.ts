/** Milliseconds within which the metrics of one scrape share a read. */
const SHARED_MS = 500;

/** Returns a function that shares one read among the metrics of a scrape. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > SHARED_MS) last = { at: now, result: read() };
    return last.result;
  };
}
