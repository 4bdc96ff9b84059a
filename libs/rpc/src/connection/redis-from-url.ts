import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from './redis-address.js';

/** Opens one connection with the options given, which the transport relies on. */
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
 * How Sentinels are asked: anew before each attempt to connect. A master that lives on when it is replaced is told by
 * them to drop its clients. ioredis's `failoverDetector` is not used: news of the failover that arrive while it is
 * connecting end the connection for good.
 */
const askingSentinels: RedisOptions = {
  sentinelRetryStrategy: retryDelayMs,
  // Of one that accepts a connection and says nothing, in milliseconds.
  sentinelCommandTimeout: 2000,
  // An old master that is cut off from its replicas answers NOREPLICAS if it was told to (`min-replicas-to-write`).
  reconnectOnError: (error) => /^(READONLY|NOREPLICAS) /.test(error.message),
};

/**
 * Prepares a connection that reconnects for ever and fails at once what it cannot send or has lost the answer of.
 * `connect()` opens it.
 *
 * @param url of a server or of the Sentinels of one, as `sentinelOptions` reads it
 * @throws RedisAddressError
 */
export function redisFromUrl(url: string, overrides: RedisOptions = {}): Redis {
  const options = { ...connectionOptions, ...overrides };
  const sentinel = sentinelOptions(url);
  return sentinel ? new Redis({ ...options, ...askingSentinels, ...sentinel }) : new Redis(url, options);
}

export function redisFactory(source: RedisSource): RedisFactory {
  return 'connection' in source ? source.connection : (options) => redisFromUrl(source.url, options);
}
