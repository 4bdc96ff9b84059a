import { RepeatingTask, settlesWithin } from '@secure-preview/service-kit';

/** Milliseconds between two polls for due work. */
const POLL_MS = 1000;

export interface QueueRunnerOptions<Work> {
  /** Runs at each poll, before work is claimed. @returns false to claim nothing */
  prepare(): Promise<boolean>;
  /** Claims the next piece of work; undefined if none is due. */
  claim(): Promise<Work | undefined>;
  /** Does one piece of work. Never rejects. */
  run(work: Work): Promise<void>;
  /** Pieces of work at once. */
  readonly maxParallel: number;
  /** Called once for consecutive failures of the queue itself. */
  onFailure(error: unknown): void;
}

/** Takes work from a queue in Postgres, several pieces at once. */
export class QueueRunner<Work> {
  private readonly task: RepeatingTask;
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;

  constructor(private readonly options: QueueRunnerOptions<Work>) {
    this.task = new RepeatingTask(() => this.round(), POLL_MS, options.onFailure);
  }

  start(): void {
    this.task.start();
  }

  /** Takes no further work. Resolves once all has ended, or after `drainMs`. The rest is released with its lease. */
  async stop(drainMs: number): Promise<void> {
    this.isStopped = true;
    await settlesWithin(
      drainMs,
      this.task.stop().then(() => Promise.all(this.running)),
    );
  }

  /** Does not wait for the last pieces of work, so a slow one does not delay the next poll. */
  private async round(): Promise<void> {
    const { prepare, claim, run, maxParallel } = this.options;
    if (!(await prepare())) return;
    while (!this.isStopped) {
      if (this.running.size >= maxParallel) await Promise.race(this.running);
      const work = await claim();
      if (work === undefined) return;
      const piece = run(work).finally(() => this.running.delete(piece));
      this.running.add(piece);
    }
  }
}
