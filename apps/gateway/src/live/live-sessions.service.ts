import { Inject, Injectable } from '@nestjs/common';
import type { PlayerReport } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, LOGGER, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { sessionIdleSeconds } from '../sessions/session-middleware.js';
import { type LiveRedis, liveKeys, viewingsKey } from './live-scripts.js';
import { type LiveSession, type OpenPlayer, openPlayers, type StoredPlayer } from './live-session.js';

/** Trailer of a player, as the session was granted it. */
interface PlayedTrailer {
  /** Null if unknown. */
  readonly durationSeconds: number | null;
  /** Milliseconds since the first grant. */
  readonly grantedAgoMs: number;
}

/** Stores in Redis which players are open. All gateways share this state; it is lost with Redis, and reported again. */
@Injectable()
export class LiveSessionsService {
  /** Returns the Unix time in milliseconds, or '' for that of Redis. Tests replace it. */
  now: () => number | '' = () => '';
  private hasLoggedUnreadable = false;

  constructor(
    @Inject(REDIS) private readonly redis: LiveRedis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes the player of a viewing known as one of the session. @param id as of analytics-service */
  async remember({ session: { ref } }: RequestContext, id: string): Promise<void> {
    await this.redis.rememberLiveViewing(viewingsKey(ref), id, sessionIdleSeconds(this.settings));
  }

  /** Stores the state of a player. Returns false if its viewing is not known as one of the session. */
  async report(
    http: RequestContext,
    id: string,
    report: PlayerReport,
    { durationSeconds, grantedAgoMs }: PlayedTrailer,
  ): Promise<boolean> {
    const { ref, viewer, access, uploader } = http.session;
    const session: Omit<LiveSession, 'players'> = {
      ...viewer,
      verifiedBy: access?.verifiedBy ?? 'none',
      staff: uploader !== undefined,
      ipAddress: http.ip,
      userAgent: http.userAgent,
    };
    const player: Omit<StoredPlayer, 'startedAt' | 'signalAt'> = {
      ...report,
      id,
      trailerSeconds: durationSeconds,
    };
    const values = [JSON.stringify(session), JSON.stringify(player)] as const;
    // The page states when the player first played, which cannot be before the session was granted the trailer.
    const startedAgoMs = Math.min(report.at, grantedAgoMs);
    const keys = [...liveKeys, viewingsKey(ref)] as const;
    return (await this.redis.storeLiveReport(...keys, this.now(), ref, ...values, startedAgoMs)) === 1;
  }

  /** Closes the players of a session whose access has ended. @param trailerId closes only those of this trailer */
  async close(ref: string, trailerId = ''): Promise<void> {
    await this.redis.closeLivePlayers(...liveKeys, ref, trailerId);
  }

  /** Returns the players that are open now. */
  async read(): Promise<{ now: number; open: OpenPlayer[] }> {
    const [now, stored] = await this.redis.readLiveSessions(...liveKeys, this.now());
    return { now, open: stored.flatMap((json) => this.openPlayersIn(json, now)) };
  }

  /** Logs once that a stored session or player is left out. It must not take the others with it. */
  logUnreadable(error: unknown): void {
    if (this.hasLoggedUnreadable) return;
    this.hasLoggedUnreadable = true;
    this.logger.warn({ err: error }, 'live state: left out what cannot be read');
  }

  /** Does not parse with a schema, which takes most of the time with 2,000 players. The list does for what it shows. */
  private openPlayersIn(json: string, now: number): OpenPlayer[] {
    try {
      return openPlayers(JSON.parse(json) as LiveSession, now);
    } catch (error) {
      this.logUnreadable(error);
      return [];
    }
  }
}
