import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisPublisherService } from '../publishing/redis-publisher.service.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

/** Sets KEYS[1] to ARGV[1] unless it holds the same or a higher epoch. */
const RAISE = `
  local known = tonumber(redis.call('GET', KEYS[1]) or '0')
  if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
  return known`;

/** Sets KEYS[1] to ARGV[2] if it still holds ARGV[1]. */
const CORRECT = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
  return 1`;

/**
 * Publishes the epoch of the upload password to the gateways in a Redis key. Without the key no session is an
 * uploader. The key is deleted before a change is committed, and set again afterwards.
 */
@Injectable()
export class EpochPublisherService extends RedisPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly passwords: UploadPasswordRepository,
  ) {
    super(redis, logger, 'the epoch of the upload password');
  }

  /** Publishes an epoch. Never lowers it, so a slow replica cannot restore an old one. */
  async publish(epoch: number): Promise<void> {
    await this.redis.eval(RAISE, 1, redisKeys.uploadEpoch, epoch);
  }

  /** Deletes the published epoch. Until the next `publish` no session is an uploader. */
  async withdraw(): Promise<void> {
    await this.redis.del(redisKeys.uploadEpoch);
  }

  protected override async republish(): Promise<void> {
    const published = await this.redis.get(redisKeys.uploadEpoch);
    // Reads Redis before Postgres: an epoch is published only once it is committed. A higher epoch in Redis is
    // therefore left over from another database, as after a restore, and would lock out every uploader.
    const stored = await this.passwords.read();
    if (stored && published !== null && Number(published) > stored.epoch) {
      await this.redis.eval(CORRECT, 1, redisKeys.uploadEpoch, published, stored.epoch);
    } else if (stored) await this.publish(stored.epoch);
  }
}
