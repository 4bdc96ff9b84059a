import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { consume } from './rate-limit.js';
import type { RequestContext } from './request-context.js';

interface Limit {
  /** Prefix of the keys in Redis. */
  keyPrefix: string;
  /** Actions that each session may take in `seconds`. */
  points: number;
  seconds: number;
}

/** Limits how often each session takes an action, at all gateways together. */
export class SessionLimit {
  private readonly limiter: RateLimiterRedis;

  constructor(redis: Redis, { keyPrefix, points, seconds }: Limit) {
    this.limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: seconds });
  }

  /** Counts one action. @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait */
  async take({ session }: RequestContext): Promise<void> {
    await consume(this.limiter, session.ref);
  }
}
