import type { Redis, RedisOptions } from 'ioredis';
import type { RpcLogger } from '../logger.js';
import { connectionOptions, type RedisFactory } from './redis-from-url.js';
import { reportConnection } from './report-connection.js';
import { watchConnection } from './watch-connection.js';

/** One connection of the transport. Logs its failures, and reopens when no more data arrives. */
export class Connection {
  readonly redis: Redis;
  private unwatch: (() => void) | undefined;

  constructor(factory: RedisFactory, name: string, logger: RpcLogger, overrides: RedisOptions = {}) {
    this.redis = factory({ ...connectionOptions, connectionName: name, ...overrides });
    reportConnection(this.redis, {
      failed: (error) => logger.warn({ err: error, connection: name }, 'Redis connection failed'),
      recovered: () => logger.info({ connection: name }, 'Redis connection recovered'),
    });
  }

  get isReady(): boolean {
    return this.redis.status === 'ready';
  }

  /** Starts connecting and keeps trying until `close`. */
  open(): void {
    this.unwatch ??= watchConnection(this.redis);
    if (this.redis.status === 'wait') this.redis.connect().catch(() => undefined);
  }

  close(): void {
    this.unwatch?.();
    this.redis.disconnect();
  }
}
