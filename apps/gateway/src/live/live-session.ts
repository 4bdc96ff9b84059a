import { isIP } from 'node:net';
import {
  isUuid,
  type LivePlayer,
  type LiveState,
  liveLimits,
  type ReportedState,
  type VerifiedBy,
} from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';

/** A player as stored. Times are Unix times in milliseconds. */
export interface StoredPlayer {
  readonly id: string;
  readonly trailerId: string;
  /** Null if unknown. */
  readonly trailerSeconds: number | null;
  readonly state: ReportedState;
  /** Seconds of the trailer at `signalAt`. */
  readonly position: number;
  /** As in the report; orders the reports. */
  readonly at: number;
  readonly startedAt: number;
  readonly signalAt: number;
}

/** A session with its players, as stored. */
export interface LiveSession {
  readonly leadId: string;
  readonly name: string;
  readonly email: string;
  readonly verifiedBy: VerifiedBy;
  readonly staff: boolean;
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly players: readonly StoredPlayer[];
}

/** A player that is open at a moment. */
export interface OpenPlayer {
  readonly session: LiveSession;
  readonly player: StoredPlayer;
  readonly state: LiveState;
}

/**
 * Returns the players of a stored session that are open at `now`.
 *
 * @throws Error if a value is missing by which players are ordered, searched or counted
 */
export function openPlayers(session: LiveSession, now: number): OpenPlayer[] {
  if (!isUuid(session.leadId) || typeof session.name !== 'string' || typeof session.email !== 'string')
    throw new Error('a stored visitor is not valid');
  return session.players.flatMap((player) => {
    if (!isUuid(player.id) || !isUuid(player.trailerId) || Number.isNaN(new Date(player.startedAt).valueOf()))
      throw new Error('a stored player is not valid');
    const age = now - player.signalAt;
    if (player.state === 'closed' || age >= liveLimits.goneAfterMs) return [];
    return [{ session, player, state: age >= liveLimits.noSignalAfterMs ? 'noSignal' : player.state }];
  });
}

/** Returns an open player as the administrator sees it. @param more further open players of its visit */
export function toLivePlayer({ session, player, state }: OpenPlayer, more: number, now: number): LivePlayer {
  const { players: _, ...visitor } = session;
  const network = isIP(visitor.ipAddress) ? networkOf(visitor.ipAddress) : undefined;
  return {
    ...visitor,
    ...(network === undefined ? {} : { network }),
    id: player.id,
    trailerId: player.trailerId,
    trailerSeconds: player.trailerSeconds,
    state,
    position: positionAt(player, now),
    startedAt: new Date(player.startedAt).toISOString(),
    ...(more > 0 ? { more } : {}),
  };
}

/** Returns the position, to which the time since the last report is added while the player plays. */
function positionAt({ state, position, signalAt, trailerSeconds }: StoredPlayer, now: number): number {
  const age = Math.min(Math.max(0, now - signalAt), liveLimits.noSignalAfterMs);
  const reached = state === 'playing' ? position + age / 1000 : position;
  return Math.min(reached, trailerSeconds ?? Number.POSITIVE_INFINITY);
}
