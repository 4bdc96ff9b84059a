import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisNumberPublisherService } from '../publishing/redis-number-publisher.service.js';
import { BlockRepository } from './block.repository.js';

/** Publishes the number of the newest change to the gateways, which then read the blocked domains and networks. */
@Injectable()
export class BlockRulesPublisherService extends RedisNumberPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly blocks: BlockRepository,
  ) {
    super(redis, logger, { key: redisKeys.blockRulesVersion, what: 'the version of the blocks' });
  }

  protected override stored(): Promise<number> {
    return this.blocks.newestNumber();
  }
}
