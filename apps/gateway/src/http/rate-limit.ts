import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts one action of `key`. Returns how many were counted.
 *
 * @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait
 */
export async function consume(limiter: RateLimiterRedis, key: string): Promise<number> {
  try {
    return (await limiter.consume(key)).consumedPoints;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError('TOO_MANY_REQUESTS', { params: { [RETRY_AFTER_PARAM]: seconds } });
  }
}
