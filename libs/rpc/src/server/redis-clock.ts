import { performance } from 'node:perf_hooks';

/**
 * The time of Redis, told by this process's monotonic clock. It never runs ahead of Redis (by at most the way of an
 * answer behind), so that nothing is taken for expired too early, and no host's clock is compared with another's.
 */
export class RedisClock {
  private offsetMs = 0;

  /** @param redisMs the time of Redis that an answer just told */
  observe(redisMs: number): void {
    this.offsetMs = redisMs - performance.now();
  }

  /** Milliseconds since 1970 by the clock of Redis. */
  now(): number {
    return this.offsetMs + performance.now();
  }
}
