import { randomUUID } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { CallContext, RpcListClient } from '@secure-preview/rpc';
import { type Logger, RepeatingTask, retry } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';

/** Milliseconds between two attempts at the first read. */
const FIRST_READ_MS = 500;
/** Milliseconds between two polls of the published version. */
const FOLLOW_MS = 1000;
/** Limit for a read in milliseconds; a shutdown may wait for it. */
const READ_MS = 2000;

interface Versioned {
  readonly version: number;
}

/** What a follower needs, and what it follows. */
export interface Followed {
  readonly redis: Redis;
  readonly transport: RpcListClient;
  readonly logger: Logger;
  /** Redis key with the published version. */
  readonly key: string;
  /** Names the followed data in the log. */
  readonly what: string;
}

/**
 * Follows data of a service by its version in Redis, and reads it by a remote call when the version differs. Keeps the
 * last copy while Redis or the service is unavailable.
 */
export abstract class VersionFollower<Stored extends Versioned>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private version: number | undefined;
  private readonly stopped = new AbortController();
  private readonly following: RepeatingTask;

  protected constructor(private readonly followed: Followed) {
    const { logger, what } = followed;
    this.following = new RepeatingTask(
      () => this.follow(),
      FOLLOW_MS,
      (error) => logger.warn({ err: error }, `cannot follow ${what}; the last copy stays in effect`),
    );
  }

  protected abstract read(context: CallContext): Promise<Stored>;
  /** Puts a version into effect. */
  protected abstract apply(stored: Stored): void;

  onApplicationBootstrap(): void {
    void this.begin();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    return this.following.stop();
  }

  get isKnown(): boolean {
    return this.version !== undefined;
  }

  /** Puts a version into effect that this gateway received with an answer, unless it has a newer one. */
  adopt(stored: Stored): void {
    if (this.version === undefined || stored.version > this.version) this.put(stored);
  }

  private async begin(): Promise<void> {
    const { transport, logger, what } = this.followed;
    await transport.connect().catch(() => undefined);
    const first = await retry(() => this.readNow(), {
      everyMs: FIRST_READ_MS,
      signal: this.stopped.signal,
      onFailure: (error) => logger.debug({ err: error }, `${what} are not read yet`),
    });
    if (first) this.adopt(first);
    if (!this.stopped.signal.aborted) this.following.start();
  }

  /** Reads the data if the published version differs. After a restore it may be lower. */
  private async follow(): Promise<void> {
    const before = this.version;
    const published = await this.followed.redis.get(this.followed.key);
    if (published === null || Number(published) === before) return;
    const stored = await this.readNow();
    // A version that was adopted in the meantime may be newer than the one read.
    if (this.version === before && stored.version !== before) this.put(stored);
  }

  private readNow(): Promise<Stored> {
    return this.read({ requestId: randomUUID(), withinMs: READ_MS });
  }

  private put(stored: Stored): void {
    this.apply(stored);
    this.version = stored.version;
    const { logger, what } = this.followed;
    logger.info({ version: stored.version }, `a version of ${what} is in effect`);
  }
}
