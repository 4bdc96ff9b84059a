import { type LiveSort, type LiveState, liveLimits } from '@secure-preview/contracts';
import type { OpenPlayer } from './live-session.js';

/** An open player in the list. */
export interface ListedPlayer extends OpenPlayer {
  /** Further open players of its visit, which are not listed. */
  readonly more: number;
}

/** States from what matters most to what matters least. */
const STATES: readonly LiveState[] = ['playing', 'paused', 'ended', 'noSignal'];

/**
 * Returns the players of each visit, at most two: those that play come first, then those that began first. A visit must
 * not fill the list with players that it claims to have.
 */
export function listedPlayers(open: readonly OpenPlayer[]): ListedPlayer[] {
  const byVisit = new Map<string, OpenPlayer[]>();
  for (const player of open) {
    const ofVisit = byVisit.get(player.session.leadId);
    if (ofVisit) ofVisit.push(player);
    else byVisit.set(player.session.leadId, [player]);
  }
  return [...byVisit.values()].flatMap((players) => {
    const more = Math.max(0, players.length - liveLimits.maxListedPerVisit);
    const listed = more > 0 ? players.toSorted(byState).slice(0, liveLimits.maxListedPerVisit) : players;
    return listed.map((player) => ({ ...player, more }));
  });
}

const byState = (a: OpenPlayer, b: OpenPlayer) =>
  STATES.indexOf(a.state) - STATES.indexOf(b.state) || byStart(a, b);

const byStart = ({ player: a }: OpenPlayer, { player: b }: OpenPlayer) =>
  a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1);

/** Orders players by their start. With `oldest`, nothing moves when others come. */
export const comparePlayers: Record<LiveSort, (a: OpenPlayer, b: OpenPlayer) => number> = {
  oldest: byStart,
  newest: (a, b) => byStart(b, a),
};

/** Counts visitors, each once whatever the number of players. */
export function countsOf(open: readonly OpenPlayer[]): { watching: number; playing: number } {
  const visitorsIn = (...states: LiveState[]) => {
    const counted = open.filter(({ session, state }) => !session.staff && states.includes(state));
    return new Set(counted.map(({ session }) => session.leadId)).size;
  };
  return { watching: visitorsIn('playing', 'paused'), playing: visitorsIn('playing') };
}

/** Returns the text without differences of case, width or composition of accents, as the list of leads does. */
const folded = (text: string) =>
  Array.from(text.normalize('NFKC'), (character) => character.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFC');

/** Returns a function that finds players by a part of the name or e-mail address. */
export function matches(q: string): (player: OpenPlayer) => boolean {
  const searched = folded(q.trim());
  return ({ session: { name, email } }) =>
    folded(name).includes(searched) || folded(email).includes(searched);
}
