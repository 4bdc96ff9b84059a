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

  protected override async republish(): Promise<void> {
    const known = await this.playbacks.all();
    if (known.length === 0) return;
    const pipeline = this.redis.pipeline();
    for (const { leadId, trailerId } of known) pipeline.hget(redisKeys.endedPlaybacks(leadId), trailerId);
    const marks = (await pipeline.exec()) ?? [];
    const wrong = known.filter((state, index) => marks[index]?.[1] !== String(endedMark(state)));
    for (const state of wrong) await this.publish(state);
  }
}
