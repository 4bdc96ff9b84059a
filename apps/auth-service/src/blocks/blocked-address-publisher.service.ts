import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisPublisherService } from '../publishing/redis-publisher.service.js';
import type { AddressState } from './block.js';
import { BlockRepository } from './block.repository.js';

/** Hash with the published version of every address that was ever blocked. */
const VERSIONS = 'portal:blocked-versions';

/**
 * Sets or deletes the mark of an address, unless a newer version was published already.
 *
 * KEYS: mark, versions. ARGV: address, version (0: the address has none), '1' to set the mark or '0' to delete it, and
 * a published version that is left over from another database, or ''.
 */
const PUBLISH = `
  local known = redis.call('HGET', KEYS[2], ARGV[1])
  if known and tonumber(ARGV[2]) < tonumber(known) and known ~= ARGV[4] then return end
  if ARGV[2] == '0' then redis.call('HDEL', KEYS[2], ARGV[1])
  else redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
  if ARGV[3] == '1' then redis.call('SET', KEYS[1], 1) else redis.call('DEL', KEYS[1]) end`;

/**
 * Records that all addresses are published, unless Redis has lost some in the meantime.
 *
 * KEYS: record, versions. ARGV: number of addresses.
 */
const COMPLETE = `
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[1]) then redis.call('SET', KEYS[1], 1) end`;

/** Publishes blocked addresses to the gateways: one Redis key for each. */
@Injectable()
export class BlockedAddressPublisherService extends RedisPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly blocks: BlockRepository,
  ) {
    super(redis, logger, 'blocked addresses');
  }

  /** @param leftOver published version of another database, to be replaced although it is higher */
  async publish({ emailKey, blocked, version }: AddressState, leftOver = ''): Promise<void> {
    const keys = [redisKeys.addressBlocked(emailKey), VERSIONS];
    await this.redis.eval(PUBLISH, keys.length, ...keys, emailKey, version, blocked ? 1 : 0, leftOver);
    await this.announce('address', [emailKey]);
  }

  protected override async republish(): Promise<void> {
    // Reads Redis before Postgres: a version is published only once it is committed. A version in Redis that Postgres
    // does not have is therefore left over from another database, as after a restore.
    const published = await this.redis.hgetall(VERSIONS);
    const stored = await this.blocks.statesOfAddresses();
    const known = new Set(stored.map(({ emailKey }) => emailKey));
    const unknown = Object.keys(published).filter((emailKey) => !known.has(emailKey));
    const removed = unknown.map((emailKey) => ({ emailKey, blocked: false, version: 0 }));
    for (const state of [...(await this.wronglyMarked(stored, published)), ...removed]) {
      await this.publish(state, published[state.emailKey]);
    }
    await this.redis.eval(COMPLETE, 2, redisKeys.blocksPublished, VERSIONS, stored.length);
  }

  private async wronglyMarked(
    stored: readonly AddressState[],
    published: Readonly<Record<string, string>>,
  ): Promise<AddressState[]> {
    if (stored.length === 0) return [];
    const marks = await this.redis.mget(stored.map(({ emailKey }) => redisKeys.addressBlocked(emailKey)));
    return stored.filter(
      ({ emailKey, blocked, version }, index) =>
        blocked !== (marks[index] !== null) || String(version) !== published[emailKey],
    );
  }
}
