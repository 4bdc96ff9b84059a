import { performance } from 'node:perf_hooks';

/**
 * Time of Redis, extrapolated with this process's monotonic clock, so that clocks of hosts are never
 * compared. It is never ahead of Redis, so that nothing expires too early. It lags by at most the transit
 * time of a reply.
 */
export class RedisClock {
  private offsetMs = 0;

  /** @param redisMs time of Redis in a reply that has just arrived, in milliseconds since 1970 */
  observe(redisMs: number): void {
    this.offsetMs = redisMs - performance.now();
  }

  /** Returns milliseconds since 1970 by the clock of Redis. */
  now(): number {
    return this.offsetMs + performance.now();
  }
}
