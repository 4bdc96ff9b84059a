import { sentParts } from '../../testing/sent-parts.js';
import { manySessionsFlag } from './many-sessions.js';
import { noPlayerFlag } from './no-player.js';
import { areSeveralNetworks, twoNetworksFlag } from './two-networks.js';
import { watermarkFlag } from './watermark.js';

describe('noPlayerFlag', () => {
  const sent = (seconds: number, length = 4) => {
    const segments = Array.from({ length: Math.ceil(seconds / length) }, (_, n) => ({
      at: 0,
      recordedAt: 0,
      from: n * length,
      to: Math.min((n + 1) * length, seconds),
    }));
    return sentParts(segments, 60_000);
  };
  const visit = { sent: sent(57), grantedAt: null, players: [], mayStartNone: false };

  it.each([
    [57, 60_000, true],
    [56.9, 60_000, false],
    [57, 59_999, false],
  ])('flags %d s without a player after %d ms: %s', (seconds, now, isFlagged) => {
    expect(noPlayerFlag({ ...visit, sent: sent(seconds) }, now) !== undefined).toBe(isFlagged);
  });

  const player = { startedAt: 0, lastReportAt: 0, seeks: 0, plays: 0, playedSeconds: 0 };

  it.each([
    ['a report', { lastReportAt: 1 }],
    ['a seek', { seeks: 1 }],
    ['a play', { plays: 1 }],
  ])('is silent about a player with %s', (_, report) => {
    const players = [player, { ...player, ...report }];
    expect(noPlayerFlag({ ...visit, sent: sent(400), players }, 60_000)).toBeUndefined();
  });

  it('is silent if no player may be started', () => {
    expect(noPlayerFlag({ ...visit, mayStartNone: true }, 60_000)).toBeUndefined();
  });

  it('flags a started player that reports nothing, but allows it to play until its first report', () => {
    const players = [player];
    expect(noPlayerFlag({ ...visit, sent: sent(78), players }, 60_000)).toBeUndefined();
    expect(noPlayerFlag({ ...visit, sent: sent(79), players }, 60_000)).toMatchObject({
      deliveredSeconds: 79,
    });
  });

  it('allows several visits of a person a page each, up to three', () => {
    const isFlagged = (visits: number, seconds: number) =>
      noPlayerFlag({ ...visit, visits, sent: sent(seconds) }, 60_000) !== undefined;
    expect([isFlagged(2, 113), isFlagged(2, 114)]).toEqual([false, true]);
    expect([isFlagged(9, 170), isFlagged(9, 171)]).toEqual([false, true]);
  });

  it('is silent about a page that resumes at a stored position and is not played', () => {
    const page = [0, 4, 8, 200, 204, 208, 212, 216, 220, 224, 228, 232];
    const segments = page.map((from) => ({ at: 0, recordedAt: 0, from, to: from + 4 }));
    expect(noPlayerFlag({ ...visit, sent: sentParts(segments, 60_000) }, 60_000)).toBeUndefined();
  });

  it('allows a page to buffer longer segments', () => {
    expect(noPlayerFlag({ ...visit, sent: sent(60, 10) }, 60_000)).toBeUndefined();
    expect(noPlayerFlag({ ...visit, sent: sent(63, 10) }, 60_000)).toMatchObject({ deliveredSeconds: 63 });
  });
});

describe('twoNetworksFlag', () => {
  const uses = (...list: [seconds: number, ip: string][]) => list.map(([at, ip]) => ({ at: at * 1000, ip }));
  const [home, office] = ['203.0.113.7', '198.51.100.7'];

  it('flags a network that another one interrupts', () => {
    expect(twoNetworksFlag(uses([0, home], [10, office], [20, home]))).toEqual({
      kind: 'twoNetworks',
      networks: ['203.0.113.0/24', '198.51.100.0/24'],
      withinSeconds: 20,
    });
    const sixth = uses([0, '2001:db8:1::1'], [10, '2001:db8:2::1'], [20, '2001:db8:1:9::1']);
    expect(twoNetworksFlag(sixth)).toMatchObject({ networks: ['2001:db8:1::/48', '2001:db8:2::/48'] });
  });

  it.each([
    ['one change', uses([0, home], [10, office], [20, office])],
    ['a third network', uses([0, home], [10, office], [20, '192.0.2.1'])],
    ['other addresses of a network', uses([0, home], [10, '203.0.113.200'], [20, home])],
    ['a line with both families', uses([0, home], [10, '2001:db8::1'], [20, home], [30, '2001:db8::1'])],
    ['a return after ten minutes', uses([0, home], [300, office], [601, home])],
    ['a late response of the network before', uses([0, home], [10, office], [12, home], [20, office])],
    ['the host itself', uses([0, home], [10, '127.0.0.1'], [20, home])],
  ])('is silent about %s', (_, sequence) => {
    expect(twoNetworksFlag(sequence)).toBeUndefined();
  });

  it('finds the interruption in any order and among other uses', () => {
    const sequence = uses([20, home], [900, home], [905, office], [0, office], [911, home], [300, home]);
    expect(twoNetworksFlag(sequence)).toMatchObject({ withinSeconds: 11 });
  });

  it('recognises several networks of a family', () => {
    expect(areSeveralNetworks([home, '203.0.113.9', '2001:db8::1'])).toBe(false);
    expect(areSeveralNetworks([home, office])).toBe(true);
    expect(areSeveralNetworks(['2001:db8:1::1', '2001:db8:2::1'])).toBe(true);
  });
});

describe('manySessionsFlag', () => {
  const sessions = (...playedAt: number[]) => playedAt.map((at, n) => ({ leadId: String(n), playedAt: at }));

  it('flags the fourth session that plays at once', () => {
    expect(manySessionsFlag(sessions(10_001, 20_000, 20_000), 25_000)).toBeUndefined();
    expect(manySessionsFlag(sessions(10_001, 20_000, 20_000, 25_000), 25_000)).toEqual({
      kind: 'manySessions',
      sessions: 4,
    });
    expect(manySessionsFlag(sessions(10_000, 20_000, 20_000, 25_000), 25_000)).toBeUndefined();
  });

  it('counts a session with two trailers once', () => {
    const twice = { leadId: '0', playedAt: 1 };
    expect(manySessionsFlag([twice, ...sessions(1, 1, 1)], 2)).toBeUndefined();
  });
});

it.each([
  [2, undefined],
  [3, { kind: 'watermark', times: 3 }],
])('flags %d losses of the watermark: %j', (times, facts) => {
  expect(watermarkFlag(times)).toEqual(facts);
});
