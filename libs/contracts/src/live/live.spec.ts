import * as z from 'zod/mini';
import { viewingRoutes } from '../viewing/viewing.js';
import { liveRoutes } from './live.js';
import { liveLimits } from './live-limits.js';
import { playerReport } from './player-report.js';

const report = {
  trailerId: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11',
  state: 'playing',
  position: 1.5,
  at: 2000,
};

describe('a report of a player', () => {
  it('is optional in a watch report, as in version 1.0', () => {
    const { body } = viewingRoutes.update;
    const update = { duration: '0:10', completed: 'false' };
    expect(z.parse(body, update)).toEqual(update);
    expect(z.parse(body, { ...update, player: report })).toEqual({ ...update, player: report });
    expect(z.safeParse(body, { ...update, player: { ...report, state: 'lost' } }).success).toBe(false);
  });

  it.each(['playing', 'paused', 'ended', 'closed'])('may have the state %s', (state) => {
    expect(z.safeParse(playerReport, { ...report, state }).success).toBe(true);
  });

  it.each([
    { position: -0.1 },
    { position: Number.NaN },
    { position: Number.POSITIVE_INFINITY },
    { position: 6_000_001 },
    { position: '1' },
    { at: -1 },
    { at: 0.5 },
    { at: undefined },
    { trailerId: 'trailer' },
    { state: undefined },
  ])('is rejected with %j', (changes) => {
    expect(z.safeParse(playerReport, { ...report, ...changes }).success).toBe(false);
  });
});

describe('the query of the live list', () => {
  it('has a limit for the page', () => {
    const { query } = liveRoutes.list;
    const sort = 'oldest';
    expect(z.parse(query, {})).toEqual({ limit: liveLimits.page.default, sort });
    expect(z.parse(query, { limit: '500', q: 'Ada' })).toEqual({ limit: 500, q: 'Ada', sort });
    for (const limit of ['0', '501', '1.5', 'all']) {
      expect([limit, z.safeParse(query, { limit }).success]).toEqual([limit, false]);
    }
  });

  it('has an order, and a filter for flags', () => {
    const { query } = liveRoutes.list;
    expect(z.parse(query, { sort: 'newest', only: 'flagged' })).toMatchObject({
      sort: 'newest',
      only: 'flagged',
    });
    for (const unknown of [{ sort: 'name' }, { only: 'blocked' }, { only: '' }])
      expect([unknown, z.safeParse(query, unknown).success]).toEqual([unknown, false]);
  });
});
