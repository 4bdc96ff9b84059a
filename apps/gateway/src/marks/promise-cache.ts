/** Holds the results of recent loads. Concurrent loads of one key are one, and failures are not kept. */
export class PromiseCache<T> {
  /** Least recently used first. */
  private readonly entries = new Map<string, Promise<T>>();

  constructor(private readonly maxEntries: number) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    const entry = known ?? load();
    if (known) this.entries.delete(key);
    else entry.catch(() => this.entries.get(key) === entry && this.entries.delete(key));
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (oldest !== undefined && this.entries.size > this.maxEntries) this.entries.delete(oldest);
    return entry;
  }
}
