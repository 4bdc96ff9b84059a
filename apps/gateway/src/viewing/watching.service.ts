import { Inject, Injectable } from '@nestjs/common';
import {
  limits,
  type playbackRpc,
  type Requester,
  type RpcOutput,
  redisKeys,
} from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { PLAYING_SECONDS } from '../sessions/levels.js';
import { type PlaybackGrant, playbackGrants, rememberGrant } from '../sessions/playback-grants.js';
import { sessionIdleSeconds } from '../sessions/session-middleware.js';

/** A trailer as its first playlist was answered; `active` if every viewer is shown it. */
type PlaylistTrailer = RpcOutput<typeof playbackRpc.methods.masterPlaylist>['trailer'];

/** A trailer as a viewing session is bound to it. */
interface WatchedTrailer extends Pick<PlaybackGrant, 'id' | 'durationSeconds'> {
  /** Milliseconds. */
  readonly grantedAgoMs: number;
}

/**
 * Remembers what each session was given to watch, so that a viewing is counted for the right trailer, and whoever is
 * in the middle of one that is replaced can finish it. Previews are recorded for viewing sessions only and grant no
 * access. The record is read together with the session.
 */
@Injectable()
export class WatchingService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
  ) {}

  /**
   * The trailer that a page says it plays, if its session was given that one; for a page that does not say, the last
   * one given. Previews count as long as the session is the administrator's.
   */
  trailerOf(http: RequestContext, claimed: string | undefined): WatchedTrailer | null {
    const grants = this.grantsOf(http).filter(({ preview }) => !preview || http.level === 'uploader');
    const found = claimed === undefined ? grants[0] : grants.find(({ id }) => id === claimed);
    if (!found) return null;
    const { id, durationSeconds, firstAt } = found;
    return { id, durationSeconds, grantedAgoMs: Math.max(0, Date.now() - firstAt) };
  }

  /** What decides whether somebody may have a part of a trailer. */
  requesterOf(http: RequestContext): Requester {
    const grants = this.grantsOf(http).filter(({ preview }) => !preview);
    const ids = grants.map(({ id }) => id).slice(0, limits.viewing.grantedTrailers);
    return { mayPreview: http.level === 'uploader', grantedTrailers: ids };
  }

  async remember({ session }: RequestContext, { active, ...trailer }: PlaylistTrailer): Promise<void> {
    await rememberGrant(this.redis, session.ref, { ...trailer, preview: !active }, this.seconds);
  }

  /** Keeps the absolute time-out of a session away while it plays. */
  async keepPlaying(sessionRef: string): Promise<void> {
    await this.redis.set(redisKeys.playing(sessionRef), 1, 'EX', PLAYING_SECONDS);
  }

  private grantsOf({ request }: RequestContext): PlaybackGrant[] {
    return playbackGrants(request.session.grants ?? [], this.seconds);
  }

  /** As long as a page may lie idle that was given a trailer. */
  private get seconds(): number {
    return sessionIdleSeconds(this.settings);
  }
}
