import { Redis, type RedisOptions } from 'ioredis';

/** Opens one connection; the transport adds what that connection needs. A Sentinel set-up is given as such a function. */
export type RedisFactory = (overrides: RedisOptions) => Redis;

/** Where the transport's Redis is. */
export type RedisSource = { url: string } | { connection: RedisFactory };

/** Milliseconds between attempts to connect: at most half a second, so that an outage ends soon after its cause. */
const retryDelayMs = (attempt: number): number =>
  Math.min(25 * 2 ** Math.min(attempt, 10), 500) * (0.75 + Math.random() / 2);

/**
 * Prepares a connection that reconnects for ever and fails what it cannot send or has lost the answer of, at once:
 * the transport decides what is sent again. Call `connect()` on it, or send a command, to open it.
 */
export function redisFromUrl(url: string, overrides: RedisOptions = {}): Redis {
  return new Redis(url, {
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
    ...overrides,
  });
}

export function redisFactory(source: RedisSource): RedisFactory {
  return 'connection' in source ? source.connection : (overrides) => redisFromUrl(source.url, overrides);
}
