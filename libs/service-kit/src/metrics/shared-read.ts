/** Milliseconds within which several metrics of one scrape are told from the same look. */
const SHARED_MS = 500;

/** A read that metrics share, so that one scrape asks a server once. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > SHARED_MS) last = { at: now, answer: read() };
    return last.answer;
  };
}
