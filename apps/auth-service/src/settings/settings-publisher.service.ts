import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisNumberPublisherService } from '../publishing/redis-number-publisher.service.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

/** Publishes the version of the settings to the gateways, which then read them. */
@Injectable()
export class SettingsPublisherService extends RedisNumberPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly versions: SettingsVersionRepository,
  ) {
    super(redis, logger, { key: redisKeys.settingsVersion, what: 'the version of the settings' });
  }

  protected override stored(): Promise<number> {
    return this.versions.newestNumber();
  }
}
