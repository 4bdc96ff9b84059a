import { Inject, Injectable } from '@nestjs/common';
import type { PlayerReport } from '@secure-preview/contracts';
import { REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { type LiveRedis, liveKeys } from './live-scripts.js';
import { type LiveSession, type OpenPlayer, openPlayers, type StoredPlayer } from './live-session.js';

/** Stores in Redis which players are open. All gateways share this state; it is lost with Redis, and reported again. */
@Injectable()
export class LiveSessionsService {
  /** Returns the Unix time in milliseconds, or '' for that of Redis. Tests replace it. */
  now: () => number | '' = () => '';

  constructor(@Inject(REDIS) private readonly redis: LiveRedis) {}

  /** @param trailerSeconds length of the trailer; null if unknown */
  async report(
    http: RequestContext,
    id: string,
    report: PlayerReport,
    trailerSeconds: number | null,
  ): Promise<void> {
    const { ref, viewer, access, uploader } = http.session;
    const session: Omit<LiveSession, 'players'> = {
      ...viewer,
      verifiedBy: access?.verifiedBy ?? 'none',
      staff: uploader !== undefined,
      ipAddress: http.ip,
      userAgent: http.userAgent,
    };
    const player: Omit<StoredPlayer, 'startedAt' | 'signalAt'> = { ...report, id, trailerSeconds };
    const values = [JSON.stringify(session), JSON.stringify(player)] as const;
    await this.redis.storeLiveReport(...liveKeys, this.now(), ref, ...values);
  }

  /** Closes the players of a session whose access has ended. @param trailerId closes only those of this trailer */
  async close(ref: string, trailerId = ''): Promise<void> {
    await this.redis.closeLivePlayers(...liveKeys, ref, trailerId);
  }

  /** Returns the players that are open now. */
  async read(): Promise<{ now: number; open: OpenPlayer[] }> {
    const [now, stored] = await this.redis.readLiveSessions(...liveKeys, this.now());
    // Not parsed with a schema, which takes most of the time with 2,000 players. The response is.
    return { now, open: stored.flatMap((json) => openPlayers(JSON.parse(json) as LiveSession, now)) };
  }
}
