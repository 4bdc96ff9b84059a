import type { PlayedRange } from '@secure-preview/contracts';
import { seenAgain } from './seen-again.js';

const cases: [string, PlayedRange[], PlayedRange[]][] = [
  ['nothing', [], []],
  ['one play', [[0, 10]], []],
  [
    'a continued play',
    [
      [0, 10],
      [10, 20],
    ],
    [],
  ],
  [
    'an overlap',
    [
      [0, 10],
      [5, 20],
    ],
    [[5, 10]],
  ],
  [
    'a part inside another one',
    [
      [0, 30],
      [10, 20],
    ],
    [[10, 20]],
  ],
  [
    'neighbouring repetitions',
    [
      [0, 30],
      [5, 10],
      [10, 15],
    ],
    [[5, 15]],
  ],
  [
    'three plays',
    [
      [0, 30],
      [0, 30],
      [10, 20],
    ],
    [[0, 30]],
  ],
  [
    'two parts in another order',
    [
      [40, 50],
      [0, 10],
      [8, 10],
      [45, 60],
    ],
    [
      [8, 10],
      [45, 50],
    ],
  ],
  [
    'an empty play',
    [
      [0, 10],
      [5, 5],
    ],
    [],
  ],
];

it.each(cases)('finds what was seen again in %s', (_what, plays, again) => {
  expect(seenAgain(plays)).toEqual(again);
});
