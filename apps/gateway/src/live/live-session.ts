import { isIP } from 'node:net';
import { type LivePlayer, liveLimits, reportedState, verifiedBy } from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';
import * as z from 'zod/mini';

/** A player as stored. Times are Unix times in milliseconds. */
const storedPlayer = z.object({
  id: z.uuid(),
  trailerId: z.uuid(),
  /** Null if unknown. */
  trailerSeconds: z.nullable(z.number()),
  state: reportedState,
  /** Seconds of the trailer at `signalAt`. */
  position: z.number(),
  /** As in the report; orders the reports. */
  at: z.number(),
  startedAt: z.number(),
  signalAt: z.number(),
});
export type StoredPlayer = z.infer<typeof storedPlayer>;

/** A session with its players, as stored. */
export const liveSession = z.object({
  leadId: z.uuid(),
  name: z.string(),
  email: z.string(),
  verifiedBy,
  staff: z.boolean(),
  ipAddress: z.string(),
  userAgent: z.nullable(z.string()),
  players: z.array(storedPlayer),
});
export type LiveSession = z.infer<typeof liveSession>;

/** Returns the players of a session that are open at `now`, as the administrator sees them. */
export function openPlayers({ players, ...session }: LiveSession, now: number): LivePlayer[] {
  const network = isIP(session.ipAddress) ? networkOf(session.ipAddress) : undefined;
  return players
    .filter(({ state, signalAt }) => state !== 'closed' && signalAt > now - liveLimits.goneAfterMs)
    .map((player) => ({
      ...session,
      ...(network === undefined ? {} : { network }),
      id: player.id,
      trailerId: player.trailerId,
      trailerSeconds: player.trailerSeconds,
      state: stateAt(player, now),
      position: positionAt(player, now),
      startedAt: new Date(player.startedAt).toISOString(),
    }));
}

function stateAt({ state, signalAt }: StoredPlayer, now: number): LivePlayer['state'] {
  // Closed players are not shown.
  return state === 'closed' || now - signalAt >= liveLimits.noSignalAfterMs ? 'noSignal' : state;
}

/** Returns the position, to which the time since the last report is added while the player plays. */
function positionAt({ state, position, signalAt, trailerSeconds }: StoredPlayer, now: number): number {
  const age = Math.min(Math.max(0, now - signalAt), liveLimits.noSignalAfterMs);
  const reached = state === 'playing' ? position + age / 1000 : position;
  return Math.min(reached, trailerSeconds ?? Number.POSITIVE_INFINITY);
}
