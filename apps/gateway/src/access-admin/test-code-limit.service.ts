import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { REDIS } from '../environment.js';
import { consume } from '../http/rate-limit.js';
import type { RequestContext } from '../http/request-context.js';

const PER_HOUR = 20;
const HOUR_SECONDS = 3600;

/** Limits the test codes that a session sends: a stolen one must not mail strangers. */
@Injectable()
export class TestCodeLimitService {
  private readonly limiter: RateLimiterRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'portal:test-codes',
      points: PER_HOUR,
      duration: HOUR_SECONDS,
    });
  }

  /** Counts one code. @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait */
  async take({ session }: RequestContext): Promise<void> {
    await consume(this.limiter, session.ref);
  }
}
