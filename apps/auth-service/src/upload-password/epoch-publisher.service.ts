import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import { type Logger, Repeated } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { UploadPasswordRepository } from './upload-password.repository.js';

/** How often each replica publishes what Postgres says, in milliseconds: heals a death between commit and publish. */
const REPUBLISH_MS = 5000;

/** Sets KEYS[1] to ARGV[1] unless a higher epoch stands there. */
const RAISE = `
  local known = tonumber(redis.call('GET', KEYS[1]) or '0')
  if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
  return known`;

/** Sets KEYS[1] to ARGV[2] if ARGV[1] still stands there. */
const CORRECT = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
  return 1`;

/**
 * Tells the gateways the epoch of the upload password over a Redis key. Without the key nobody is an uploader, so
 * it is taken away before a change is committed and set again after it.
 */
@Injectable()
export class EpochPublisherService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly republishing = new Repeated(
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

  /** Never lowers the epoch, so that a slow replica cannot bring an old one back. */
  async publish(epoch: number): Promise<void> {
    await this.redis.eval(RAISE, 1, redisKeys.uploadEpoch, epoch);
  }

  /** Until the next `publish` nobody is an uploader. */
  async withdraw(): Promise<void> {
    await this.redis.del(redisKeys.uploadEpoch);
  }

  private async republish(): Promise<void> {
    const shown = await this.redis.get(redisKeys.uploadEpoch);
    // Read after the key: an epoch is shown only once it is committed, so a higher one that Postgres does not know
    // is left over from another database, such as before a restore, and would let nobody be an uploader.
    const stored = await this.passwords.read();
    if (stored && shown !== null && Number(shown) > stored.epoch) {
      await this.redis.eval(CORRECT, 1, redisKeys.uploadEpoch, shown, stored.epoch);
    } else if (stored) await this.publish(stored.epoch);
  }
}
