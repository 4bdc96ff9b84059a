import { Inject, Injectable } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import { PLAYING_SECONDS } from '../sessions/levels.js';

/** A trailer as a viewing session is bound to it. */
const watchedTrailer = z.object({ id: z.uuid(), durationSeconds: z.nullable(z.number()) });
export type WatchedTrailer = z.infer<typeof watchedTrailer>;

/** Remembers what each session was given to watch, so that a viewing is counted for the right trailer. */
@Injectable()
export class WatchingService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
  ) {}

  /** The trailer whose playlist this session was given last. */
  async trailerOf(sessionRef: string): Promise<WatchedTrailer | null> {
    const stored = await this.redis.get(redisKeys.watching(sessionRef));
    return stored === null ? null : watchedTrailer.parse(JSON.parse(stored));
  }

  async remember(sessionRef: string, trailer: WatchedTrailer): Promise<void> {
    const seconds = Math.ceil(this.settings.SESSION_IDLE_HOURS * 3600);
    await this.redis.set(redisKeys.watching(sessionRef), JSON.stringify(trailer), 'EX', seconds);
  }

  /** Keeps the absolute time-out of a session away while it plays. */
  async keepPlaying(sessionRef: string): Promise<void> {
    await this.redis.set(redisKeys.playing(sessionRef), 1, 'EX', PLAYING_SECONDS);
  }
}
