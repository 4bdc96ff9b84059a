/** Repeats work in the background at an interval. */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isFailing = false;

  /**
   * @param work one round; the next begins only once this one has ended
   * @param everyMs milliseconds from the end of a round to the next one
   * @param onFailure called once for consecutive failures, so an outage logs one line
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.round();
  }

  /** Starts no further round; resolves once the current one has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    try {
      await this.work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.onFailure(error);
      this.isFailing = true;
    }
    if (!this.isStopped) this.timer = setTimeout(() => this.start(), this.everyMs);
  }
}
