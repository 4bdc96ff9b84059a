import { Redis, type RedisOptions } from 'ioredis';

/**
 * Opens one connection with the options given, which the transport relies on. For Sentinel:
 * `(options) => new Redis({ sentinels, name, ...options })`.
 */
export type RedisFactory = (options: RedisOptions) => Redis;

/** Where the transport's Redis is. */
export type RedisSource = { url: string } | { connection: RedisFactory };

/** Milliseconds between attempts to connect: at most half a second, so that an outage ends soon after its cause. */
const retryDelayMs = (attempt: number): number =>
  Math.min(25 * 2 ** Math.min(attempt, 10), 500) * (0.75 + Math.random() / 2);

/**
 * A connection reconnects for ever, and fails at once what it cannot send or has lost the answer of: who uses it
 * decides what is sent again.
 */
export const connectionOptions: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 3000,
  keepAlive: 10_000,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  retryStrategy: retryDelayMs,
  // After a failover the old master answers so until it is gone.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

/**
 * Prepares a connection that reconnects for ever and fails at once what it cannot send or has lost the answer of.
 * `connect()` opens it.
 */
export function redisFromUrl(url: string, overrides: RedisOptions = {}): Redis {
  return new Redis(url, { ...connectionOptions, ...overrides });
}

export function redisFactory(source: RedisSource): RedisFactory {
  return 'connection' in source ? source.connection : (options) => redisFromUrl(source.url, options);
}
