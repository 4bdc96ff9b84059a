import { sentParts } from '../../testing/sent-parts.js';
import type { ReportedPlayer, SentSegment, TrailerVisit } from '../observation.js';
import { copyingFlag as flagOf } from './copying.js';

const HOUR = 3_600_000;
/** Returns `seconds` of the trailer in segments of 4 s, sent at once. */
const sentAt = (at: number, seconds: number, from = 0) =>
  Array.from({ length: seconds / 4 }, (_, n) => ({
    at: at * 1000,
    recordedAt: at * 1000,
    from: from + 4 * n,
    to: from + 4 * n + 4,
  }));
const player = (changes: Partial<ReportedPlayer> = {}): ReportedPlayer => ({
  startedAt: 0,
  lastReportAt: 0,
  seeks: 0,
  plays: 1,
  playedSeconds: 0,
  ...changes,
});
interface Visit extends Omit<TrailerVisit, 'sent'> {
  readonly sent: SentSegment[];
}
const visit = (changes: Partial<Visit>): Visit => ({
  sent: [],
  grantedAt: 0,
  players: [player()],
  mayStartNone: false,
  ...changes,
});
const copyingFlag = (visit: Visit, now: number) => flagOf({ ...visit, sent: sentParts(visit.sent, now) });

it.each([
  [0, 60, false],
  [0, 64, true],
  [100, 160, false],
  [100, 164, true],
])('flags deliveries after %d s of %d seconds: %s', (after, seconds, isFlagged) => {
  const facts = copyingFlag(visit({ sent: sentAt(after, seconds) }), HOUR);
  expect(facts !== undefined).toBe(isFlagged);
  if (isFlagged)
    expect(facts).toEqual({ kind: 'copying', deliveredSeconds: seconds, elapsedSeconds: after, seeks: 0 });
});

it('counts repeated segments once', () => {
  expect(copyingFlag(visit({ sent: [...sentAt(0, 60), ...sentAt(1, 60)] }), HOUR)).toBeUndefined();
});

it('begins with the first delivery if the grant is unknown or later', () => {
  for (const grantedAt of [null, 50_000]) {
    const sent = [...sentAt(0, 40), ...sentAt(100, 120, 40)];
    expect(copyingFlag(visit({ grantedAt, sent }), HOUR)).toBeUndefined();
  }
});

it('allows a buffer for each seek, also while several follow each other', () => {
  const sent = sentAt(4, 244);
  expect(copyingFlag(visit({ sent, players: [player({ seeks: 4 })] }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent, players: [player({ seeks: 3 })] }), HOUR)).toMatchObject({ seeks: 3 });
});

it('does not let invented seeks hide a fast copy', () => {
  const players = [player({ seeks: 1000 })];
  expect(copyingFlag(visit({ sent: sentAt(10, 760), players }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent: sentAt(10, 764), players }), HOUR)).toMatchObject({ seeks: 1000 });
});

it('takes plays for the seeks of pages that report none', () => {
  const sent = sentAt(4, 148);
  expect(copyingFlag(visit({ sent, players: [player({ plays: 3 })] }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent, players: [player({ plays: 2 })] }), HOUR)).toBeDefined();
});

it('gives a second tab a buffer and a clock of its own', () => {
  const second = player({ startedAt: 10_000, lastReportAt: 40_000, playedSeconds: 30 });
  const sent = sentAt(40, 188);
  expect(copyingFlag(visit({ sent, players: [player(), second] }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent: sentAt(40, 192), players: [player(), second] }), HOUR)).toBeDefined();
});

it('counts only what a further player has played, and no more than the time that has passed for it', () => {
  const further = (changes: Partial<ReportedPlayer>) => [
    player(),
    player({ startedAt: 10_000, lastReportAt: 40_000, ...changes }),
  ];
  const isFlagged = (seconds: number, changes: Partial<ReportedPlayer>) =>
    copyingFlag(visit({ sent: sentAt(40, seconds), players: further(changes) }), HOUR) !== undefined;
  expect(isFlagged(168, { playedSeconds: 10 })).toBe(false);
  expect(isFlagged(172, { playedSeconds: 10 })).toBe(true);
  expect(isFlagged(188, { playedSeconds: 500 })).toBe(false);
  expect(isFlagged(192, { playedSeconds: 500 })).toBe(true);
  // A page of version 1.0 reports no plays.
  expect(isFlagged(188, { plays: 0, playedSeconds: 30 })).toBe(false);
});

it('does not let players that never played, or many players, hide a copy', () => {
  const idle = Array.from({ length: 20 }, () => player({ plays: 0, lastReportAt: 40_000 }));
  expect(copyingFlag(visit({ sent: sentAt(40, 100), players: idle }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent: sentAt(40, 104), players: idle }), HOUR)).toBeDefined();
  const busy = idle.map(({ startedAt }) => player({ startedAt, lastReportAt: 40_000, playedSeconds: 40 }));
  expect(copyingFlag(visit({ sent: sentAt(40, 300), players: busy }), HOUR)).toBeUndefined();
  expect(copyingFlag(visit({ sent: sentAt(40, 304), players: busy }), HOUR)).toBeDefined();
});

it('allows several visits of a person a page each, up to three', () => {
  const isFlagged = (visits: number, seconds: number) =>
    copyingFlag(visit({ visits, sent: sentAt(0, seconds) }), HOUR) !== undefined;
  expect([isFlagged(2, 120), isFlagged(2, 124)]).toEqual([false, true]);
  expect([isFlagged(9, 180), isFlagged(9, 184)]).toEqual([false, true]);
  expect(copyingFlag(visit({ visits: 9, sent: sentAt(0, 184) }), HOUR)).toMatchObject({ visits: 9 });
});

it('waits for the reports of deliveries, also after gateways kept them', () => {
  const sent = sentAt(0, 400).map((segment) => ({ ...segment, recordedAt: 600_000 }));
  expect(copyingFlag(visit({ sent }), 619_999)).toBeUndefined();
  expect(copyingFlag(visit({ sent }), 620_000)).toBeDefined();
});

it('says nothing about a visit without deliveries', () => {
  expect(copyingFlag(visit({}), HOUR)).toBeUndefined();
});
