import { Inject, Injectable } from '@nestjs/common';
import { type Logger, networkOf, rateLimitKey } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER, REDIS } from '../environment.js';
import { consume } from '../http/rate-limit.js';
import { leadsAboveAlarm } from './leads.metrics.js';

const MINUTE_SECONDS = 60;

/** Limits captured leads per minute for each address and network, and monitors the total. */
@Injectable()
export class LeadLimitService {
  private readonly perAddress: RateLimiterRedis;
  private readonly perNetwork: RateLimiterRedis;
  private readonly total: RateLimiterRedis;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const limiter = (keyPrefix: string, points: number) =>
      new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: MINUTE_SECONDS });
    const { LEADS_PER_MINUTE_PER_IP: address, LEADS_PER_MINUTE_PER_NETWORK: network } = settings;
    this.perAddress = limiter('portal:leads', address);
    this.perNetwork = limiter('portal:leads:network', Math.max(address, network));
    this.total = limiter('portal:leads:total', settings.LEADS_PER_MINUTE_ALARM);
  }

  /** Counts one lead. @throws AppError `TOO_MANY_REQUESTS` with the seconds to wait */
  async take(ip: string): Promise<void> {
    await consume(this.perAddress, rateLimitKey(ip));
    const network = networkOf(ip);
    if (network !== undefined) await consume(this.perNetwork, network);
    // The total only raises an alarm: a distributed attack must not close the gate to everyone.
    this.total.consume('all').catch((result: unknown) => this.raiseAlarm(result));
  }

  /** Refunds one counted lead. */
  async refund(ip: string): Promise<void> {
    await this.perAddress.reward(rateLimitKey(ip));
    const network = networkOf(ip);
    if (network !== undefined) await this.perNetwork.reward(network);
    await this.total.reward('all');
  }

  private raiseAlarm(result: unknown): void {
    if (!(result instanceof RateLimiterRes)) return;
    leadsAboveAlarm.inc();
    const { points } = this.total;
    if (result.consumedPoints !== points + 1) return;
    this.logger.warn(
      { perMinute: points },
      'unusually many leads in a minute; none is refused: check the list of leads for automated entries',
    );
  }
}
