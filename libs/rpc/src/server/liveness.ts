import { randomUUID } from 'node:crypto';
import type { RpcLogger } from '../logger.js';
import { serviceKeys } from '../wire/keys.js';
import { ALIVE_MS, type ScriptedRedis } from '../wire/scripts.js';
import type { RedisClock } from './redis-clock.js';

/** Milliseconds between announcements, a third of the time for which an announcement is valid. */
const ANNOUNCE_MS = 1000;

/** Reader of a list of requests. */
interface Reader {
  readonly isReady: boolean;
  /** Calls `listener` whenever the reader has become ready. */
  onReady(listener: () => void): void;
}

/** Announces in Redis that this replica serves. Each announcement returns the time of Redis. */
export class Liveness {
  private readonly replica = randomUUID();
  private readonly keys: ReturnType<typeof serviceKeys>;
  private timer: NodeJS.Timeout | undefined;
  private announcedAt = Number.NEGATIVE_INFINITY;

  constructor(
    service: string,
    private readonly maxQueued: number,
    /** Whether this replica reads the urgent list too. */
    private readonly readsUrgent: boolean,
    private readonly redis: ScriptedRedis,
    private readonly clock: RedisClock,
    /** Readers of the requests. While one of them is not ready, this replica does not announce itself. */
    private readonly readers: readonly Reader[],
    private readonly logger: RpcLogger,
  ) {
    this.keys = serviceKeys(service);
  }

  /** Whether the last announcement is still valid, so that callers find this replica. */
  get isAnnounced(): boolean {
    return this.timer !== undefined && performance.now() - this.announcedAt < ALIVE_MS;
  }

  /** Starts announcing; resolves once the first announcement has reached Redis. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const announce = () => void this.announce().then((succeeded) => succeeded && resolve());
      this.timer = setInterval(announce, ANNOUNCE_MS).unref();
      // After a failover, the connections are ready in any order. The last one completes this replica.
      this.redis.on('ready', announce);
      for (const reader of this.readers) reader.onReady(announce);
      announce();
    });
  }

  /** Withdraws the announcement. @returns whether another replica serves; true if Redis cannot be reached */
  async leave(): Promise<boolean> {
    clearInterval(this.timer);
    this.timer = undefined;
    try {
      return (await this.redis.rpcLeave(this.keys.alive, this.replica)) === 1;
    } catch {
      return true;
    }
  }

  private async announce(): Promise<boolean> {
    const isReady = this.redis.status === 'ready' && this.readers.every((reader) => reader.isReady);
    if (this.timer === undefined || !isReady) return false;
    const at = performance.now();
    try {
      const { alive, limit, urgentLimit } = this.keys;
      const keys: [string, ...string[]] = [alive, limit, ...(this.readsUrgent ? [urgentLimit] : [])];
      this.clock.observe(
        await this.redis.rpcAnnounce(keys.length, ...keys, this.replica, String(this.maxQueued)),
      );
      this.announcedAt = at;
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot announce this replica in Redis');
      return false;
    }
  }
}
