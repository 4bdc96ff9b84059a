import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { REDIS } from '../environment.js';
import { consume } from '../http/rate-limit.js';
import type { RequestContext } from '../http/request-context.js';

const PER_MINUTE = 10;
const MINUTE_SECONDS = 60;

/** Limits the tests of webhooks that a session sends. */
@Injectable()
export class WebhookTestLimitService {
  private readonly limiter: RateLimiterRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'portal:webhook-tests',
      points: PER_MINUTE,
      duration: MINUTE_SECONDS,
    });
  }

  /** Counts one test. @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait */
  async take({ session }: RequestContext): Promise<void> {
    await consume(this.limiter, session.ref);
  }
}
