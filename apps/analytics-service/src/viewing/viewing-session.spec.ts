import { type PlayedRange, type Plays, roundToMs } from '@secure-preview/contracts';
import { applyReport, type Report, secondsOf, type ViewingProgress } from './viewing-session.js';

const initial: ViewingProgress = {
  trailerSeconds: 60,
  ageSeconds: 1000,
  seen: [],
  ranges: [],
  pending: [],
  plays: [],
  pendingPlays: [],
  playedSeconds: 0,
  playCount: 0,
  rangeCount: 0,
  claimedSeconds: 0,
  claimedCompleted: false,
  seeks: 0,
  watermarkLosses: 0,
  sinceEventMs: null,
};
const report = (overrides: Partial<Report> = {}): Report => ({
  duration: '0:00',
  completed: 'false',
  ranges: [],
  plays: { first: 0, ranges: [] },
  seeks: 0,
  watermarkLosses: 0,
  ...overrides,
});
const after = (known: Partial<ViewingProgress>, reported: Partial<Report>) =>
  applyReport({ ...initial, seen: known.ranges ?? [], ...known }, report(reported), 1000);

/** Returns 500 ranges that touch no other, each of `ms` milliseconds. */
const separate = (ms: number, firstSecond = 0) =>
  Array.from({ length: 500 }, (_, i): PlayedRange => {
    const from = firstSecond + i * 2;
    return [from, roundToMs(from + ms / 1000)];
  });

it.each([
  ['0:00', 0],
  ['0:59', 59],
  ['1:05', 65],
  ['99999:59', 5_999_999],
])('reads %s as %d seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

describe('claims', () => {
  it.each([
    [10, '0:20', 20],
    [20, '0:10', 20],
    [0, '5:00', 60],
  ])(
    'of %d seconds and a report of %s become %d for a trailer of 60 seconds',
    (claimedSeconds, duration, seconds) => {
      expect(after({ claimedSeconds }, { duration }).claimedSeconds).toBe(seconds);
    },
  );
  it('are capped at the elapsed time plus the tolerance', () => {
    expect(after({ ageSeconds: 10 }, { duration: '0:50' }).claimedSeconds).toBe(15);
  });
  it('are accepted up to the length of the trailer after the clock was set back', () => {
    expect(after({ ageSeconds: null }, { duration: '5:00' }).claimedSeconds).toBe(60);
  });
  it.each([
    [false, 'false', false],
    [false, 'true', true],
    [true, 'false', true],
  ] as const)(
    'are completed if they were completed before (%s) or the report is completed (%s): %s',
    (claimedCompleted, completed, outcome) => {
      expect(after({ claimedCompleted }, { completed }).claimedCompleted).toBe(outcome);
    },
  );
});

describe('the watched time', () => {
  it.each<[string, Partial<ViewingProgress>, PlayedRange[], PlayedRange[], number]>([
    ['is the union of all reports', { ranges: [[0, 10]] }, [[5, 20]], [[0, 20]], 20],
    ['does not shrink', { ranges: [[0, 10]] }, [[0, 1]], [[0, 10]], 10],
    ['counts repeated ranges once', { ranges: [[0, 10]] }, [[0, 10]], [[0, 10]], 10],
    ['ends with the trailer', {}, [[50, 500]], [[50, 60]], 10],
    ['is limited to the elapsed time', { ageSeconds: 10 }, [[0, 60]], [[0, 15]], 15],
    [
      'counts known ranges against the elapsed time',
      { ageSeconds: 10, ranges: [[30, 40]] },
      [[0, 60]],
      [
        [0, 5],
        [30, 40],
      ],
      15,
    ],
    ['is accepted in full after the clock was set back', { ageSeconds: null }, [[10, 90]], [[10, 60]], 50],
    ['does not grow without elapsed time', { ageSeconds: 5, ranges: [[0, 10]] }, [[20, 30]], [[0, 10]], 10],
    ['is accepted for a trailer of unknown length', { trailerSeconds: null }, [[0, 900]], [[0, 900]], 900],
  ])('%s', (_what, known, ranges, union, seconds) => {
    expect(after(known, { ranges })).toMatchObject({ ranges: union, watchedSeconds: seconds });
  });

  it.each<[string, Partial<ViewingProgress>, PlayedRange[], PlayedRange[]]>([
    ['does not grow', { ageSeconds: 0, seen: [[0, 5]] }, [[5, 10]], []],
    [
      'grows only by the remaining time',
      { ageSeconds: 10, seen: [[20, 30]] },
      [[0, 60]],
      [
        [0, 5],
        [20, 30],
      ],
    ],
    ['includes ranges counted before', { ageSeconds: 0, seen: [[0, 60]] }, [[10, 20]], [[10, 20]]],
    ['keeps its ranges', { ageSeconds: 0, seen: [[0, 60]], ranges: [[0, 5]] }, [], [[0, 5]]],
    [
      'includes all ranges once enough time has passed',
      { ageSeconds: 20, seen: [[0, 10]] },
      [[5, 25]],
      [[5, 25]],
    ],
  ])('%s after other viewings of the session', (_what, known, ranges, union) => {
    expect(after({ ranges: [], ...known }, { ranges }).ranges).toEqual(union);
  });

  it('is never given back to be claimed again, however many ranges are reported', () => {
    const seconds: number[] = [];
    let progress: ViewingProgress = { ...initial, trailerSeconds: null, ageSeconds: 0 };
    for (let ms = 1; ms <= 20; ms++) {
      const outcome = applyReport(progress, report({ ranges: separate(ms, ms * 1000) }), 1000);
      expect(outcome.ranges).toEqual(outcome.seen);
      seconds.push(outcome.watchedSeconds);
      progress = { ...progress, seen: outcome.seen, ranges: outcome.ranges, pending: outcome.pending };
    }
    expect(progress.ranges).toEqual(separate(1, 1000));
    expect(new Set(seconds)).toEqual(new Set([0.5]));
  });

  it('grows by ranges that touch others while there is room for no more', () => {
    const outcome = after(
      { ranges: separate(500), trailerSeconds: null },
      {
        ranges: [
          [0.5, 1],
          [2.5, 4],
          [1001, 1002],
        ],
      },
    );
    expect(outcome.ranges).toHaveLength(499);
    expect(outcome.ranges.slice(0, 2)).toEqual([
      [0, 1],
      [2, 4.5],
    ]);
    expect(outcome.watchedSeconds).toBe(252);
  });

  it('of all viewings has room for as many ranges as that of one', () => {
    const outcome = after(
      { seen: separate(1).slice(1), ranges: [], trailerSeconds: null },
      {
        ranges: [
          [2000, 2001],
          [3000, 3001],
        ],
      },
    );
    expect(outcome.ranges).toEqual([[2000, 2001]]);
    expect(outcome.seen).toHaveLength(500);
  });

  it('is accepted although ranges that cannot be stored precede it', () => {
    const known = { ranges: separate(1), trailerSeconds: null, ageSeconds: 0 };
    const outcome = after(known, {
      ranges: [
        [0.1, 1.9],
        [2.1, 3.9],
        [4.1, 5.9],
        [998.001, 999],
      ],
    });
    expect(outcome.watchedSeconds).toBe(1.499);
  });

  it('of all viewings has at most 2,000 ranges that are counted in each', () => {
    const known = { seen: [[0, 60]] as PlayedRange[], ranges: [[1, 2]] as PlayedRange[], rangeCount: 1999 };
    const outcome = after(known, {
      ranges: [
        [2, 3],
        [5, 6],
        [8, 9],
      ],
    });
    expect(outcome).toMatchObject({
      ranges: [
        [1, 3],
        [5, 6],
      ],
      rangeCount: 2000,
    });
  });

  it('of a viewing has few enough ranges, also if all viewings together saw everything', () => {
    const outcome = after(
      { seen: [[0, 2000]], ranges: [], trailerSeconds: null },
      { ranges: [...separate(1), ...separate(1, 1000)] },
    );
    expect(outcome.ranges).toEqual(separate(1));
    expect(outcome.seen).toEqual([[0, 2000]]);
  });
});

describe('plays', () => {
  it('count what is seen again, up to the elapsed time of all viewings together', () => {
    const known: Partial<ViewingProgress> = {
      ageSeconds: 30,
      seen: [[0, 20]],
      plays: [[0, 10]],
      playedSeconds: 20,
      playCount: 3,
    };
    expect(after(known, { plays: { first: 1, ranges: [[0, 40]] } })).toMatchObject({
      plays: [
        [0, 10],
        [0, 15],
      ],
      playedSeconds: 35,
      playCount: 4,
    });
  });
  it('are at most 2,000 in all viewings together', () => {
    const known: Partial<ViewingProgress> = { plays: [[0, 1]], playCount: 1999 };
    const ranges: PlayedRange[] = [
      [0, 2],
      [3, 3],
      [4, 5],
    ];
    expect(after(known, { ranges, plays: { first: 0, ranges } })).toMatchObject({
      plays: ranges.slice(0, 2),
      playCount: 2000,
      watchedSeconds: 3,
    });
  });
  it('are counted in full after the clock was set back', () => {
    const outcome = after(
      { ageSeconds: null, playedSeconds: 500 },
      { plays: { first: 0, ranges: [[0, 60]] } },
    );
    expect(outcome.plays).toEqual([[0, 60]]);
  });
});

describe('events', () => {
  it('contain only ranges that are in no earlier event', () => {
    const outcome = after({ ranges: [[0, 10]], sinceEventMs: 1000 }, { ranges: [[0, 15]] });
    expect(outcome).toMatchObject({ event: { ranges: [[10, 15]] }, pending: [] });
  });
  it('are delayed while the last event is less than a second old', () => {
    const outcome = after({ ranges: [[0, 10]], sinceEventMs: 999 }, { ranges: [[0, 15]] });
    expect(outcome).toMatchObject({ event: undefined, pending: [[10, 15]], watchedSeconds: 15 });
  });
  it('are written early rather than with too many ranges', () => {
    const pending = separate(1);
    const outcome = after(
      { ranges: [[0, 1998]], pending, sinceEventMs: 0, trailerSeconds: null, ageSeconds: 5000 },
      { ranges: [[3000, 3001]] },
    );
    expect(outcome.event?.ranges).toEqual([...pending, [3000, 3001]]);
    expect(outcome.pending).toEqual([]);
  });
  it('contain the ranges that were pending', () => {
    const outcome = after(
      { ranges: [[0, 15]], pending: [[10, 15]], sinceEventMs: 1200 },
      { ranges: [[20, 25]] },
    );
    expect(outcome).toMatchObject({
      event: {
        ranges: [
          [10, 15],
          [20, 25],
        ],
      },
      pending: [],
    });
  });
  it('contain the plays that are new or longer since the last event', () => {
    const known: Partial<ViewingProgress> = {
      plays: [
        [0, 9],
        [3, 5],
      ],
      pendingPlays: [[0, 0, 9]],
    };
    const plays: Plays = {
      first: 1,
      ranges: [
        [3, 6],
        [2, 4],
      ],
    };
    const changed = [
      [0, 0, 9],
      [1, 3, 6],
      [2, 2, 4],
    ];
    expect(after({ ...known, sinceEventMs: 999 }, { plays })).toMatchObject({
      event: undefined,
      pendingPlays: changed,
    });
    expect(after({ ...known, sinceEventMs: 1000 }, { plays })).toMatchObject({
      event: { plays: changed },
      pendingPlays: [],
    });
  });
});
