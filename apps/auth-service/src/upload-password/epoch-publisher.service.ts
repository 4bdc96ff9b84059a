import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import { type Logger, RepeatingTask } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

/**
 * Interval at which each replica publishes the epoch in Postgres again, in milliseconds. Repairs Redis after
 * a process died between commit and publish.
 */
const REPUBLISH_MS = 5000;

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
 * uploader: it is deleted before a change is committed and set again afterwards.
 */
@Injectable()
export class EpochPublisherService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly republishing = new RepeatingTask(
    () => this.republish(),
    REPUBLISH_MS,
    (error) => this.logger.warn({ err: error }, 'cannot publish the epoch of the upload password'),
  );

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly passwords: UploadPasswordRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.republishing.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.republishing.stop();
  }

  /** Publishes an epoch. Never lowers it, so that a slow replica cannot restore an old one. */
  async publish(epoch: number): Promise<void> {
    await this.redis.eval(RAISE, 1, redisKeys.uploadEpoch, epoch);
  }

  /** Deletes the published epoch. Until the next `publish` no session is an uploader. */
  async withdraw(): Promise<void> {
    await this.redis.del(redisKeys.uploadEpoch);
  }

  private async republish(): Promise<void> {
    const shown = await this.redis.get(redisKeys.uploadEpoch);
    // Reads Postgres after the key. An epoch is published only once it is committed, so a higher one in Redis
    // is left over from another database, such as before a restore. With it no session could be an uploader.
    const stored = await this.passwords.read();
    if (stored && shown !== null && Number(shown) > stored.epoch) {
      await this.redis.eval(CORRECT, 1, redisKeys.uploadEpoch, shown, stored.epoch);
    } else if (stored) await this.publish(stored.epoch);
  }
}
