import { Inject, Injectable } from '@nestjs/common';
import {
  accessEnded,
  type playbackRpc,
  type Requester,
  type RpcOutput,
  redisKeys,
  viewingLimits,
} from '@secure-preview/contracts';
import type { SessionData } from 'express-session';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { endedTrailers } from '../sessions/ended-trailers.js';
import { PLAYING_SECONDS } from '../sessions/levels.js';
import { type PlaybackGrant, playbackGrants, rememberGrant } from '../sessions/playback-grants.js';
import { sessionIdleSeconds } from '../sessions/session-middleware.js';

/** Trailer that media-service returns with its master playlist. */
type PlaylistTrailer = RpcOutput<typeof playbackRpc.methods.masterPlaylist>['trailer'];

/** Trailer to which a viewing session is bound. */
interface WatchedTrailer extends Pick<PlaybackGrant, 'id' | 'durationSeconds'> {
  /** Milliseconds since the first grant. */
  readonly grantedAgoMs: number;
}

/**
 * Stores the trailers granted to each session. The grants assign a viewing to its trailer, and allow a viewer
 * to finish a trailer that has been replaced. Previews are recorded only to count viewings, and grant no
 * access. The grants are read together with the session.
 */
@Injectable()
export class WatchingService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
  ) {}

  /**
   * Checks that the playback of a trailer is not ended in the visit of a session. Uploaders are exempt: no marks are
   * read with their session.
   *
   * @param trailerId absent if the trailer is unknown, as in answers of a service of version 1.0
   * @throws AppError `ACCESS_ENDED` with the reason `playbackEnded`
   */
  assertMayPlay(
    { endedPlaybacks = [] }: Pick<SessionData, 'endedPlaybacks'>,
    trailerId: string | null | undefined,
  ): void {
    if (isEnded(endedPlaybacks, trailerId)) throw accessEnded('playbackEnded');
  }

  /** Returns whether the playback of a trailer is not ended, as `assertMayPlay`. */
  mayPlay({ endedPlaybacks = [] }: Pick<SessionData, 'endedPlaybacks'>, trailerId: string): boolean {
    return !isEnded(endedPlaybacks, trailerId);
  }

  /**
   * Returns the claimed trailer if it was granted to the session. Without a claim, returns the latest grant.
   * Previews count only while the session has the uploader's level.
   */
  trailerOf(http: RequestContext, claimed: string | undefined): WatchedTrailer | null {
    const grants = this.grantsOf(http).filter(({ preview }) => !preview || http.level === 'uploader');
    const found = claimed === undefined ? grants[0] : grants.find(({ id }) => id === claimed);
    if (!found) return null;
    const { id, durationSeconds, firstAt } = found;
    return { id, durationSeconds, grantedAgoMs: Math.max(0, Date.now() - firstAt) };
  }

  /** Returns the rights from which media-service decides on access to a trailer. */
  requesterOf(http: RequestContext): Requester {
    const grants = this.grantsOf(http).filter(({ preview }) => !preview);
    const ids = grants.map(({ id }) => id).slice(0, viewingLimits.grantedTrailers);
    return { mayPreview: http.level === 'uploader', grantedTrailers: ids };
  }

  /** @param markId mark id of the person, if the trailer is marked */
  async remember(
    { session }: RequestContext,
    { active, id, durationSeconds }: PlaylistTrailer,
    markId?: string,
  ): Promise<void> {
    const mark = markId === undefined ? undefined : { leadId: session.viewer.leadId, markId };
    const grant = { id, durationSeconds, preview: !active, mark };
    await rememberGrant(this.redis, session.ref, grant, this.seconds);
  }

  /** Returns the mark id of the person of a session, if a marked trailer was granted. */
  markIdOf(http: RequestContext): string | undefined {
    const { leadId } = http.session.viewer;
    return this.grantsOf(http).find(({ mark }) => mark?.leadId === leadId)?.mark?.markId;
  }

  /** Suspends the absolute timeout of a session while it plays. */
  async keepPlaying(sessionRef: string): Promise<void> {
    await this.redis.set(redisKeys.playing(sessionRef), 1, 'EX', PLAYING_SECONDS);
  }

  private grantsOf({ request }: RequestContext): PlaybackGrant[] {
    return playbackGrants(request.session.grants ?? [], this.seconds);
  }

  /** Lifetime of a grant: the longest idle time of a session. */
  private get seconds(): number {
    return sessionIdleSeconds(this.settings);
  }
}

const isEnded = (endedPlaybacks: readonly string[], trailerId: string | null | undefined): boolean =>
  !!trailerId && endedTrailers(endedPlaybacks).includes(trailerId.toLowerCase());
