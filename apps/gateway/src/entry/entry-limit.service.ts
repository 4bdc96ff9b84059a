import { Inject, Injectable } from '@nestjs/common';
import { networkOf, rateLimitKey } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { REDIS } from '../environment.js';
import { consume } from '../http/rate-limit.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Requests of one address and of its network in `seconds`. */
interface Limits {
  readonly address: number;
  readonly network: number;
  readonly seconds: number;
}

/** What strangers may do without a session, each with limits of its own: a fast one, and a slow one for mails. */
const actions = {
  /** Codes are limited for each recipient as well (docs/product.md#access). */
  requestCode: [
    { address: 10, network: 60, seconds: MINUTE_SECONDS },
    { address: 60, network: 200, seconds: HOUR_SECONDS },
  ],
  wrongCode: [{ address: 30, network: 300, seconds: 15 * MINUTE_SECONDS }],
  invitation: [{ address: 60, network: 600, seconds: MINUTE_SECONDS }],
  requestAccess: [
    { address: 3, network: 30, seconds: MINUTE_SECONDS },
    { address: 10, network: 30, seconds: DAY_SECONDS },
  ],
} satisfies Record<string, readonly Limits[]>;
export type EntryAction = keyof typeof actions;

interface Limiters {
  readonly perAddress: RateLimiterRedis;
  readonly perNetwork: RateLimiterRedis;
}

/** Limits what strangers may do at the gate, for each address and network. */
@Injectable()
export class EntryLimitService {
  private readonly limiters: Readonly<Record<EntryAction, readonly Limiters[]>>;

  constructor(@Inject(REDIS) redis: Redis) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration });
    const limitersOf = (action: EntryAction): Limiters[] =>
      actions[action].map(({ address, network, seconds }) => ({
        perAddress: limiter(`portal:entry:${action}:${seconds}`, address, seconds),
        perNetwork: limiter(`portal:entry:${action}:${seconds}:network`, network, seconds),
      }));
    this.limiters = {
      requestCode: limitersOf('requestCode'),
      wrongCode: limitersOf('wrongCode'),
      invitation: limitersOf('invitation'),
      requestAccess: limitersOf('requestAccess'),
    };
  }

  /**
   * Counts one action. Returns how many the network has taken within the slow limit, this one included.
   *
   * @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait
   */
  async take(action: EntryAction, ip: string): Promise<number> {
    const network = networkOf(ip);
    let taken = 0;
    for (const { perAddress, perNetwork } of this.limiters[action]) {
      taken = await consume(perAddress, rateLimitKey(ip));
      if (network !== undefined) taken = await consume(perNetwork, network);
    }
    return taken;
  }

  /** Refunds one counted action. */
  async refund(action: EntryAction, ip: string): Promise<void> {
    const network = networkOf(ip);
    for (const { perAddress, perNetwork } of this.limiters[action]) {
      await perAddress.reward(rateLimitKey(ip));
      if (network !== undefined) await perNetwork.reward(network);
    }
  }
}
