import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';

/** Interval of the sweeps of each replica, in milliseconds. */
const SWEEP_MS = 60 * 60 * 1000;

/** Deletes rows that are no longer needed: at the start, and at an interval. */
export abstract class SweepService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping: RepeatingTask;

  /** @param what names the rows in the log */
  protected constructor(logger: Logger, what: string) {
    this.sweeping = new RepeatingTask(
      () => this.sweep(),
      SWEEP_MS,
      (error) => logger.warn({ err: error }, `cannot delete ${what}`),
    );
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }

  abstract sweep(): Promise<void>;
}
