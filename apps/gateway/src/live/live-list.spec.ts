import { randomUUID } from 'node:crypto';
import type { LiveState } from '@secure-preview/contracts';
import { comparePlayers, listedPlayers } from './live-list.js';
import type { LiveSession, OpenPlayer } from './live-session.js';

const openPlayer = (leadId: string, startedAt: number, state: LiveState = 'playing'): OpenPlayer => ({
  session: { leadId } as LiveSession,
  player: {
    id: randomUUID(),
    trailerId: randomUUID(),
    trailerSeconds: null,
    state: 'playing',
    position: 0,
    at: 0,
    startedAt,
    signalAt: 0,
  },
  state,
});
const startsOf = (players: readonly OpenPlayer[]) => players.map(({ player }) => player.startedAt);

describe('the listed players of a visit', () => {
  it('are all of them if there are two', () => {
    const players = [openPlayer('a', 2), openPlayer('b', 3), openPlayer('a', 1)];
    const listed = listedPlayers(players).sort(comparePlayers.oldest);
    expect(startsOf(listed)).toEqual([1, 2, 3]);
    expect(listed.map(({ more }) => more)).toEqual([0, 0, 0]);
  });

  it('are those that play, then those that are paused, then those that began first', () => {
    const states: LiveState[] = ['noSignal', 'paused', 'ended', 'paused', 'playing'];
    const listed = listedPlayers(states.map((state, startedAt) => openPlayer('a', startedAt, state)));
    expect(startsOf(listed)).toEqual([4, 1]);
    expect(listed.map(({ more }) => more)).toEqual([3, 3]);
  });

  it('are those that began first if all do the same, in whatever order they are stored', () => {
    const listed = listedPlayers([4, 2, 3, 1].map((startedAt) => openPlayer('a', startedAt)));
    expect(startsOf(listed)).toEqual([1, 2]);
  });

  it('leave the rows of others, however many a few visits claim to have', () => {
    const many = Array.from({ length: 504 }, (_, n) => openPlayer(`mallory-${n % 63}`, n));
    const listed = listedPlayers([...many, openPlayer('ada', 1000)]);
    expect(listed).toHaveLength(63 * 2 + 1);
    expect(listed.sort(comparePlayers.newest)[0]?.session.leadId).toBe('ada');
  });
});
