import type { PlayedRange, Plays } from '@secure-preview/contracts';
import { addPlays, mergePlays } from './plays.js';

const add = (
  known: PlayedRange[],
  report: Plays,
  { seconds = 1000, count = 2000, trailerSeconds = 60 as number | null } = {},
) => addPlays(known, report, trailerSeconds, { seconds, count });

describe('plays of a viewing', () => {
  it.each<[string, PlayedRange[], Plays, PlayedRange[], number]>([
    ['begin', [], { first: 0, ranges: [[5, 9]] }, [[5, 9]], 4],
    ['become longer', [[5, 9]], { first: 0, ranges: [[5, 12]] }, [[5, 12]], 3],
    ['never become shorter', [[5, 9]], { first: 0, ranges: [[5, 7]] }, [[5, 9]], 0],
    ['keep their start', [[5, 9]], { first: 0, ranges: [[1, 12]] }, [[5, 12]], 3],
    [
      'count again what is seen again',
      [[0, 9]],
      { first: 1, ranges: [[0, 9]] },
      [
        [0, 9],
        [0, 9],
      ],
      9,
    ],
    [
      'follow a longer one',
      [[0, 9]],
      {
        first: 0,
        ranges: [
          [0, 10],
          [3, 5],
        ],
      },
      [
        [0, 10],
        [3, 5],
      ],
      3,
    ],
    ['are dropped after a gap', [[0, 9]], { first: 2, ranges: [[0, 9]] }, [[0, 9]], 0],
    ['end with the trailer', [], { first: 0, ranges: [[50, 99]] }, [[50, 60]], 10],
    ['are empty after the trailer', [], { first: 0, ranges: [[70, 99]] }, [[60, 60]], 0],
    ['are empty if inverted', [], { first: 0, ranges: [[9, 3]] }, [[9, 9]], 0],
  ])('%s', (_what, known, report, plays, seconds) => {
    expect(add(known, report)).toMatchObject({ plays, seconds });
  });

  it('are limited to the elapsed time, and become longer later', () => {
    const cut = add(
      [],
      {
        first: 0,
        ranges: [
          [0, 20],
          [0, 20],
        ],
      },
      { seconds: 25 },
    );
    expect(cut).toMatchObject({
      plays: [
        [0, 20],
        [0, 5],
      ],
      seconds: 25,
    });
    expect(add(cut.plays, { first: 1, ranges: [[0, 20]] }, { seconds: 15 })).toMatchObject({
      plays: [
        [0, 20],
        [0, 20],
      ],
      changed: [[1, 0, 20]],
    });
    expect(add([[0, 20]], { first: 1, ranges: [[0, 20]] }, { seconds: -3 }).plays).toEqual([
      [0, 20],
      [0, 0],
    ]);
  });

  it('of an unknown trailer are accepted', () => {
    expect(add([], { first: 0, ranges: [[0, 900]] }, { trailerSeconds: null }).plays).toEqual([[0, 900]]);
  });

  it('are at most 1,000', () => {
    const known = Array.from({ length: 999 }, (_, second): PlayedRange => [second % 50, (second % 50) + 1]);
    const ranges: PlayedRange[] = [
      [0, 1],
      [1, 2],
    ];
    expect(add(known, { first: 999, ranges }).plays).toHaveLength(1000);
  });

  it.each([
    [
      1,
      [
        [0, 9],
        [1, 2],
      ],
    ],
    [0, [[0, 9]]],
    [-5, [[0, 9]]],
  ] as [number, PlayedRange[]][])('begin at most %d times more, and become longer', (count, plays) => {
    const ranges: PlayedRange[] = [
      [0, 9],
      [1, 2],
      [4, 4],
    ];
    expect(add([[0, 5]], { first: 0, ranges }, { count }).plays).toEqual(plays);
  });

  it('name only those that changed', () => {
    const known: PlayedRange[] = [
      [0, 5],
      [9, 12],
    ];
    const report: Plays = { first: 0, ranges: [...known.slice(0, 1), [9, 13], [1, 2]] };
    expect(add(known, report).changed).toEqual([
      [1, 9, 13],
      [2, 1, 2],
    ]);
  });
});

it('merges pending plays with those that changed since', () => {
  expect(
    mergePlays(
      [
        [0, 0, 5],
        [1, 3, 4],
      ],
      [
        [2, 0, 1],
        [1, 3, 9],
      ],
    ),
  ).toEqual([
    [0, 0, 5],
    [1, 3, 9],
    [2, 0, 1],
  ]);
});
