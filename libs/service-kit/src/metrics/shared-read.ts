/** Milliseconds within which the metrics of one scrape share a read. */
const SHARED_MS = 500;

/** Returns a read that metrics share, so that one scrape queries a server once. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > SHARED_MS) last = { at: now, answer: read() };
    return last.answer;
  };
}
