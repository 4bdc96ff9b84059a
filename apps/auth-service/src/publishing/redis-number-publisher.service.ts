import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { RedisPublisherService } from './redis-publisher.service.js';

/** Sets KEYS[1] to ARGV[1] unless it holds the same or a higher number. */
const RAISE = `
  local known = redis.call('GET', KEYS[1])
  if not known or tonumber(ARGV[1]) > tonumber(known) then redis.call('SET', KEYS[1], ARGV[1]) end`;

/** Sets KEYS[1] to ARGV[2] if it still holds ARGV[1]. */
const CORRECT = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end`;

/** Publishes a number that only increases, such as a version, in a Redis key. */
export abstract class RedisNumberPublisherService extends RedisPublisherService {
  protected readonly key: string;

  protected constructor(redis: Redis, logger: Logger, { key, what }: { key: string; what: string }) {
    super(redis, logger, what);
    this.key = key;
  }

  /** Publishes a number. Never lowers it, so a slow replica cannot restore an old one. */
  async publish(number: number): Promise<void> {
    await this.redis.eval(RAISE, 1, this.key, number);
  }

  /** Returns the number in Postgres. */
  protected abstract stored(): Promise<number | undefined>;

  protected override async republish(): Promise<void> {
    const published = await this.redis.get(this.key);
    // Reads Redis before Postgres: a number is published only once it is committed. A higher number in Redis is
    // therefore left over from another database, as after a restore.
    const stored = await this.stored();
    if (stored === undefined) return;
    if (published !== null && Number(published) > stored) {
      await this.redis.eval(CORRECT, 1, this.key, published, stored);
    } else await this.publish(stored);
  }
}
