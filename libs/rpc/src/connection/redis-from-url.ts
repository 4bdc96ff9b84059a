import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from './redis-address.js';

/** Creates one connection with the options on which the transport relies. */
export type RedisFactory = (options: RedisOptions) => Redis;

/** Redis of the transport: its URL, or a factory of connections. */
export type RedisSource = { url: string } | { connection: RedisFactory };

/** Milliseconds until the next attempt to connect: at most 500 ± 25 %, to recover soon after an outage. */
const retryDelayMs = (attempt: number): number =>
  Math.min(25 * 2 ** Math.min(attempt, 10), 500) * (0.75 + Math.random() / 2);

/**
 * A connection reconnects forever. A command that cannot be sent, or whose reply is lost, fails at once: the
 * caller decides whether to retry.
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
  // After a failover, the old master answers READONLY. The connection is then opened again.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

/**
 * Options for a connection that finds its master through Sentinels. When a master that still runs is replaced, its
 * connections are closed and opened to the new master. ioredis's `failoverDetector` is not used, because a failover
 * message that arrives while it connects ends the connection permanently.
 */
const sentinelConnectionOptions: RedisOptions = {
  sentinelRetryStrategy: retryDelayMs,
  // Milliseconds, in case a Sentinel accepts a connection and does not reply.
  sentinelCommandTimeout: 2000,
  // With `min-replicas-to-write`, an old master that is cut off from its replicas answers NOREPLICAS.
  reconnectOnError: (error) => /^(READONLY|NOREPLICAS) /.test(error.message),
};

/**
 * Creates a connection that reconnects forever. A command that cannot be sent, or whose reply is lost, fails
 * at once. `connect()` opens the connection.
 *
 * @param url of a server or of its Sentinels, as `sentinelOptions` reads it
 * @throws RedisAddressError
 */
export function redisFromUrl(url: string, overrides: RedisOptions = {}): Redis {
  const options = { ...connectionOptions, ...overrides };
  const sentinel = sentinelOptions(url);
  return sentinel
    ? new Redis({ ...options, ...sentinelConnectionOptions, ...sentinel })
    : new Redis(url, options);
}

export function redisFactory(source: RedisSource): RedisFactory {
  return 'connection' in source ? source.connection : (options) => redisFromUrl(source.url, options);
}
