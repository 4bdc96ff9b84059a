/** A duty that a process sees to in the background, now and again, as long as it runs. */
export class Repeated {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private failing = false;

  /**
   * @param work one round; the next begins only once this one has ended
   * @param everyMs milliseconds from the end of a round to the next one
   * @param failed told of the first of several failures in a row, so that an outage is one line and not one a round
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.round();
  }

  /** Begins no further round; resolves once the one that is under way has ended. */
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
