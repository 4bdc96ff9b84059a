import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { SESSION_CHANGES_CHANNEL, type SessionChange } from '@secure-preview/contracts';
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
    private readonly logger: Logger,
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

  /**
   * Announces that the access of sessions has changed, after their state is published. Gateways then check their open
   * streams at once, instead of with the next comment. A failure is only logged for this reason.
   */
  protected async announce(concerns: SessionChange['concerns'], ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const change: SessionChange = { concerns, ids };
    try {
      await this.redis.publish(SESSION_CHANGES_CHANNEL, JSON.stringify(change));
    } catch (error) {
      this.logger.debug({ err: error }, 'cannot announce a change of access');
    }
  }

  /** Compares Redis with Postgres, and publishes what differs. */
  protected abstract republish(): Promise<void>;
}
