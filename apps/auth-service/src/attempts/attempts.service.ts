import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { placeOf } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AUTH_ENVIRONMENT, type AuthEnvironment, REDIS } from '../environment.js';

/** Who tries a password. */
export interface Attempt {
  ip: string;
  /** Id of a browser that succeeded before; null for any other. */
  knownBrowser: string | null;
  /** The command that carries the try: sent twice, it counts once. */
  commandId: string;
}

const PLACE_SECONDS = 15 * 60;
const PORTAL_SECONDS = 60 * 60;
/** Longer than any call is sent again. */
const COMMAND_SECONDS = 60;

interface Draw {
  limiter: RateLimiterRedis;
  key: string;
}

/**
 * Counts tries of the upload password. A try is taken before the password is looked at and given back when it was
 * right, so that neither replicas nor parallel guesses get extra ones (product.md, "Accounts and sessions").
 */
@Injectable()
export class AttemptsService {
  readonly #byPlace: RateLimiterRedis;
  readonly #overall: RateLimiterRedis;
  readonly #byBrowser: RateLimiterRedis;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(AUTH_ENVIRONMENT) settings: AuthEnvironment,
  ) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration });
    const total = settings.UPLOAD_PASSWORD_TRIES_TOTAL;
    this.#byPlace = limiter('portal:tries:place', settings.UPLOAD_PASSWORD_TRIES_PER_IP, PLACE_SECONDS);
    this.#overall = limiter('portal:tries:all', total, PORTAL_SECONDS);
    // A crowd of guessers uses up the portal's count, but not that of the administrator's own browser.
    this.#byBrowser = limiter('portal:tries:browser', total, PORTAL_SECONDS);
  }

  /** @throws AppError `TOO_MANY_ATTEMPTS` with seconds to wait */
  async take(attempt: Attempt): Promise<void> {
    const first = await this.redis.set(commandKey(attempt), 1, 'EX', COMMAND_SECONDS, 'NX');
    if (first === null) return;
    const taken: Draw[] = [];
    for (const draw of this.#draws(attempt)) {
      try {
        await draw.limiter.consume(draw.key);
        taken.push(draw);
      } catch (refusal) {
        await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)));
        await this.redis.del(commandKey(attempt));
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AppError('TOO_MANY_ATTEMPTS', { params: { [RETRY_AFTER_PARAM]: seconds } });
      }
    }
  }

  /** Makes up for `take` when the password was right. */
  async giveBack(attempt: Attempt): Promise<void> {
    const taken = await this.redis.del(commandKey(attempt));
    if (taken === 1) await Promise.all(this.#draws(attempt).map(({ limiter, key }) => limiter.reward(key)));
  }

  #draws({ ip, knownBrowser }: Attempt): Draw[] {
    const place = { limiter: this.#byPlace, key: placeOf(ip) };
    return knownBrowser === null
      ? [place, { limiter: this.#overall, key: 'portal' }]
      : [place, { limiter: this.#byBrowser, key: knownBrowser }];
  }
}

const commandKey = ({ commandId }: Attempt) => `portal:tries:command:${commandId}`;
