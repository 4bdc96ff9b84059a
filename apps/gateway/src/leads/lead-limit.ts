import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { placeOf } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';

/** How many may enter from one place in a minute: a whole office shares one. */
@Injectable()
export class LeadLimit {
  readonly #limiter: RateLimiterRedis;

  constructor(@Inject(REDIS) redis: Redis, @Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment) {
    this.#limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'portal:leads',
      points: settings.LEADS_PER_MINUTE_PER_IP,
      duration: 60,
    });
  }

  /** @throws AppError `TOO_MANY_REQUESTS` with seconds to wait */
  async take(ip: string): Promise<void> {
    try {
      await this.#limiter.consume(placeOf(ip));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError('TOO_MANY_REQUESTS', { params: { [RETRY_AFTER_PARAM]: seconds } });
    }
  }
}
