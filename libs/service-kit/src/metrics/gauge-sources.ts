/** Things that are looked at when Prometheus asks, by the name that their series carry. */
export class GaugeSources<T> {
  private readonly things = new Set<readonly [name: string, thing: T]>();

  /** @returns stops looking at it */
  add(name: string, thing: T): () => void {
    const entry = [name, thing] as const;
    this.things.add(entry);
    return () => void this.things.delete(entry);
  }

  [Symbol.iterator](): Iterator<readonly [name: string, thing: T]> {
    return this.things.values();
  }
}
