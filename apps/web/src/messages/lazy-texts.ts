/** Texts that are loaded on demand. */
export class LazyTexts<T> {
  /** Undefined until the texts have been loaded. */
  loaded: T | undefined;
  private pending: Promise<T | undefined> | undefined;

  constructor(private readonly fetchTexts: () => Promise<T>) {}

  /** Loads the texts once. Resolves without them if they do not arrive. */
  load(): Promise<T | undefined> {
    this.pending ??= this.fetchTexts().then(
      (texts) => {
        this.loaded = texts;
        return texts;
      },
      () => undefined,
    );
    return this.pending;
  }
}
