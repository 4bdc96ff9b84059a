/** Repeats work in the background, at an interval, as long as the process runs. */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private failing = false;

  /**
   * @param work one round; the next begins only once this one has ended
   * @param everyMs milliseconds from the end of a round to the next one
   * @param failed called for the first of several failures in a row, so that an outage logs one line
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.round();
  }

  /** Starts no further round; resolves once the current one has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    try {
      await this.work();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.failed(error);
      this.failing = true;
    }
    if (!this.stopped) this.timer = setTimeout(() => this.start(), this.everyMs);
  }
}
