import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { endedMark, redisKeys } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { LOGGER, REDIS } from '../environment.js';
import { RedisPublisherService } from '../publishing/redis-publisher.service.js';
import type { PlaybackState } from './ended-playback.js';
import { EndedPlaybackRepository } from './ended-playback.repository.js';

/**
 * Sets the mark of a playback, unless a newer version was published already. Marks of allowed playbacks remain: they
 * keep a slow replica from publishing an old state.
 *
 * KEYS: hash of the lead. ARGV: id of the trailer, mark.
 */
const PUBLISH = `
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
  if math.abs(tonumber(ARGV[2])) < math.abs(known) then return end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])`;

/**
 * Number of the last change up to which all changes are published, or a random id while a replica publishes all.
 * Missing after a loss of data.
 */
const PUBLISHED = 'portal:ended-playbacks-published';

/** Sets KEYS[1] to ARGV[2] if it still holds ARGV[1]: Redis has lost no mark meanwhile. */
const ADVANCE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end`;

/** Publishes ended playbacks to the gateways: one Redis hash for each lead that has any. */
@Injectable()
export class EndedPlaybackPublisherService extends RedisPublisherService {
  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) logger: Logger,
    private readonly playbacks: EndedPlaybackRepository,
  ) {
    super(redis, logger, 'ended playbacks');
  }

  /** Publishes the state of a playback. Every change of a mark passes here. */
  async publish(state: PlaybackState): Promise<void> {
    // The playback was never ended, and has no mark.
    if (state.version === 0) return;
    await this.redis.eval(
      PUBLISH,
      1,
      redisKeys.endedPlaybacks(state.leadId),
      state.trailerId,
      endedMark(state),
    );
    await this.announce('lead', [state.leadId]);
  }

  /** Reads only what has changed lately, unless Redis has lost data. */
  protected override async republish(): Promise<void> {
    const published = await this.redis.get(PUBLISHED);
    const newest = await this.playbacks.newestNumber();
    const number = Number(published ?? Number.NaN);
    if (newest === 0 || number === newest) return;
    // A higher number is left over from another database, as after a restore.
    const isComplete = number < newest;
    const before = isComplete ? String(published) : randomUUID();
    if (!isComplete) await this.redis.set(PUBLISHED, before);
    const after = isComplete ? number : 0;
    // Reads this number first: all changes up to it are then among the states.
    const settled = await this.playbacks.settledNumber(after);
    await this.correct(await this.playbacks.changedAfter(after));
    await this.redis.eval(ADVANCE, 1, PUBLISHED, before, settled);
  }

  /** Publishes the states that Redis has no mark of, or a wrong one. */
  private async correct(states: readonly PlaybackState[]): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const { leadId, trailerId } of states) pipeline.hget(redisKeys.endedPlaybacks(leadId), trailerId);
    const marks = (await pipeline.exec()) ?? [];
    const wrong = states.filter((state, index) => marks[index]?.[1] !== String(endedMark(state)));
    for (const state of wrong) await this.publish(state);
  }
}
