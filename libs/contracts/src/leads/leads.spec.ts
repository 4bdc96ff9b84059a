import { limits } from '../limits.js';
import { lead, leadsQuery, leadsRpc } from './leads.js';

const captured = {
  id: '5b3f6c52-8f0e-4a0d-9a61-2b6a1f0d3c11',
  name: 'Ada',
  email: 'ada@example.org',
  capturedAt: '2026-01-01T00:00:00.000Z',
  ipAddress: null,
  verifiedBy: 'none',
};
const stats = {
  watchedSeconds: 72.5,
  watchedShare: 0.8,
  deliveredSeconds: 80,
  deliveredShare: null,
  lastSeenAt: '2026-01-02T00:00:00.000Z',
};

describe('a lead', () => {
  it('contains viewing stats and access status', () => {
    const whole = { ...captured, ...stats, visitEnded: true, staff: false, own: false };
    expect(lead.parse(whole)).toEqual(whole);
  });

  it('defaults to nothing watched when an older service omits the stats', () => {
    const { output } = leadsRpc.methods.list;
    expect(output.parse({ leads: [captured], total: 1, nextCursor: null })).toEqual({
      leads: [{ ...captured, watchedSeconds: 0, watchedShare: null, lastSeenAt: null }],
      total: 1,
      totalEstimated: false,
      nextCursor: null,
      hasProofs: false,
    });
  });

  it.each([
    { watchedSeconds: -1 },
    { watchedShare: 1.01 },
    { watchedShare: -0.1 },
    { lastSeenAt: 'today' },
    { deliveredSeconds: -1 },
    { deliveredShare: 2 },
  ])('rejects %j', (invalid) => {
    expect(lead.safeParse({ ...captured, ...stats, ...invalid }).success).toBe(false);
  });
});

describe('the query of the lead list', () => {
  it('has defaults', () => {
    expect(leadsQuery.parse({})).toEqual({ limit: limits.leadsPage.default, sort: 'newest' });
  });
  it.each([
    { limit: '0' },
    { limit: '501' },
    { limit: 'x' },
    { sort: 'watched' },
    { q: 'a\0' },
    { proof: 'none' },
  ])('rejects %j', (query) => {
    expect(leadsQuery.safeParse(query).success).toBe(false);
  });
});
