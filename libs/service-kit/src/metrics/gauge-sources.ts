/** Objects sampled at scrape time, keyed by label value. */
export class GaugeSources<T> {
  private readonly sources = new Set<readonly [name: string, source: T]>();

  /** @returns function that removes the object */
  add(name: string, source: T): () => void {
    const entry = [name, source] as const;
    this.sources.add(entry);
    return () => void this.sources.delete(entry);
  }

  [Symbol.iterator](): Iterator<readonly [name: string, source: T]> {
    return this.sources.values();
  }
}
