import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisPublisherService } from '../publishing/redis-publisher.service.js';
import type { EndedVisit } from './ended-visit.js';
import { EndedVisitRepository } from './ended-visit.repository.js';

/** Seconds that Redis keeps the last published version; longer than any replica lags behind. */
const VERSION_SECONDS = 24 * 60 * 60;

/**
 * Sets or deletes the mark of a lead, unless a newer version was published already.
 *
 * KEYS: mark, version of the mark. ARGV: version, lifetime of the version key in seconds, '1' to set the mark
 * or '0' to delete it.
 */
const PUBLISH = `
  if tonumber(ARGV[1]) < tonumber(redis.call('GET', KEYS[2]) or '0') then return end
  redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
  if ARGV[3] == '1' then redis.call('SET', KEYS[1], 1) else redis.call('DEL', KEYS[1]) end`;

const versionKey = (leadId: string) => `portal:visit-ended-version:${leadId}`;

/** Publishes ended visits to the gateways: one Redis key for each lead whose visit is ended. */
@Injectable()
export class EndedVisitPublisherService extends RedisPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly endedVisits: EndedVisitRepository,
  ) {
    super(redis, logger, 'ended visits');
  }

  async publish({ leadId, ended, version }: EndedVisit): Promise<void> {
    const keys = [redisKeys.visitEnded(leadId), versionKey(leadId)];
    await this.redis.eval(PUBLISH, keys.length, ...keys, version, VERSION_SECONDS, ended ? 1 : 0);
    await this.announce('lead', [leadId]);
  }

  protected override async republish(): Promise<void> {
    const known = await this.endedVisits.all();
    if (known.length === 0) return;
    const marks = await this.redis.mget(known.map(({ leadId }) => redisKeys.visitEnded(leadId)));
    const wrong = known.filter(({ ended }, index) => ended !== (marks[index] !== null));
    for (const visit of wrong) await this.publish(visit);
  }
}
