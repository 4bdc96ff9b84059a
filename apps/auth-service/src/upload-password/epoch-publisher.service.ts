import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisNumberPublisherService } from '../publishing/redis-number-publisher.service.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

/**
 * Publishes the epoch of the upload password to the gateways in a Redis key. Without the key no session is an
 * uploader: it is deleted before a change is committed and set again afterwards.
 */
@Injectable()
export class EpochPublisherService extends RedisNumberPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly passwords: UploadPasswordRepository,
  ) {
    super(redis, logger, { key: redisKeys.uploadEpoch, what: 'the epoch of the upload password' });
  }

  /** Deletes the published epoch. Until the next `publish` no session is an uploader. */
  async withdraw(): Promise<void> {
    await this.redis.del(this.key);
  }

  protected override async stored(): Promise<number | undefined> {
    return (await this.passwords.read())?.epoch;
  }
}
