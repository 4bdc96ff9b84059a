/** Objects sampled at scrape time, keyed by label value. */
export class GaugeSources<T> {
  private readonly things = new Set<readonly [name: string, thing: T]>();

  /** @returns function that removes the object */
  add(name: string, thing: T): () => void {
    const entry = [name, thing] as const;
    this.things.add(entry);
    return () => void this.things.delete(entry);
  }

  [Symbol.iterator](): Iterator<readonly [name: string, thing: T]> {
    return this.things.values();
  }
}
