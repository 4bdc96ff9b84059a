import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';

/**
 * Interval at which each replica publishes the state in Postgres again, in milliseconds. Repairs Redis after
 * a process died between commit and publish.
 */
const REPUBLISH_MS = 5000;

/** Publishes state in Postgres to the gateways through Redis: after each change, and at an interval. */
export abstract class RedisPublisherService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly republishing: RepeatingTask;

  /** @param what names the state in the log */
  protected constructor(
    protected readonly redis: Redis,
    logger: Logger,
    what: string,
  ) {
    this.republishing = new RepeatingTask(
      () => this.republish(),
      REPUBLISH_MS,
      (error) => logger.warn({ err: error }, `cannot publish ${what}`),
    );
  }

  onApplicationBootstrap(): void {
    this.republishing.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.republishing.stop();
  }

  /** Compares Redis with Postgres, and publishes what differs. */
  protected abstract republish(): Promise<void>;
}
