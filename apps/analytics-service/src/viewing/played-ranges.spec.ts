import {
  difference,
  firstSeconds,
  longest,
  normaliseRanges,
  type PlayedRange,
  secondsIn,
  unionOf,
} from './played-ranges.js';

describe('normaliseRanges', () => {
  it.each<[string, PlayedRange[], number | null, PlayedRange[]]>([
    ['nothing', [], 60, []],
    [
      'sorts',
      [
        [5, 6],
        [1, 2],
      ],
      60,
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      'merges overlaps',
      [
        [1, 4],
        [3, 6],
      ],
      60,
      [[1, 6]],
    ],
    [
      'merges what touches',
      [
        [1, 3],
        [3, 6],
      ],
      60,
      [[1, 6]],
    ],
    [
      'merges what lies within',
      [
        [1, 9],
        [3, 6],
      ],
      60,
      [[1, 9]],
    ],
    [
      'keeps gaps, however small',
      [
        [1, 2],
        [2.01, 3],
      ],
      60,
      [
        [1, 2],
        [2.01, 3],
      ],
    ],
    [
      'ignores inverted ranges',
      [
        [6, 1],
        [2, 3],
      ],
      60,
      [[2, 3]],
    ],
    [
      'ignores empty ranges',
      [
        [2, 2],
        [3, 3.0001],
      ],
      60,
      [],
    ],
    ['cuts at the end of the trailer', [[50, 70]], 60, [[50, 60]]],
    ['ignores what lies past the end', [[61, 70]], 60, []],
    ['cuts at the beginning', [[-3, 2]], 60, [[0, 2]]],
    ['rounds to milliseconds', [[0.00049, 1.23456]], 60, [[0, 1.235]]],
    [
      'keeps made-up positions out without a length',
      [
        [0, 1e308],
        [1e308, 1.5e308],
      ],
      null,
      [[0, 86_400]],
    ],
  ])('%s', (_what, ranges, trailerSeconds, normalised) => {
    expect(normaliseRanges(ranges, trailerSeconds)).toEqual(normalised);
  });
});

it('unites without changing what it is given', () => {
  const one: PlayedRange[] = [
    [0, 2],
    [8, 9],
  ];
  expect(unionOf(one, [[1, 4]])).toEqual([
    [0, 4],
    [8, 9],
  ]);
  expect(one).toEqual([
    [0, 2],
    [8, 9],
  ]);
});

it.each<[PlayedRange[], PlayedRange[], PlayedRange[]]>([
  [[[0, 10]], [], [[0, 10]]],
  [[[0, 10]], [[0, 10]], []],
  [
    [[0, 10]],
    [
      [2, 3],
      [5, 6],
    ],
    [
      [0, 2],
      [3, 5],
      [6, 10],
    ],
  ],
  [
    [[0, 10]],
    [
      [0, 2],
      [9, 12],
    ],
    [[2, 9]],
  ],
  [
    [
      [2, 3],
      [5, 6],
    ],
    [[0, 10]],
    [],
  ],
  [
    [
      [2, 3],
      [5, 6],
    ],
    [[3, 5]],
    [
      [2, 3],
      [5, 6],
    ],
  ],
])('%j less %j is %j', (ranges, known, rest) => {
  expect(difference(ranges, known)).toEqual(rest);
});

it.each<[number, PlayedRange[]]>([
  [
    100,
    [
      [0, 2],
      [5, 9],
    ],
  ],
  [
    6,
    [
      [0, 2],
      [5, 9],
    ],
  ],
  [
    3.5,
    [
      [0, 2],
      [5, 6.5],
    ],
  ],
  [2, [[0, 2]]],
  [0, []],
  [-1, []],
])('the first %d seconds', (seconds, kept) => {
  expect(
    firstSeconds(
      [
        [0, 2],
        [5, 9],
      ],
      seconds,
    ),
  ).toEqual(kept);
});

it('keeps the longest, in their order', () => {
  expect(
    longest(
      [
        [0, 1],
        [2, 5],
        [6, 6.5],
        [8, 10],
      ],
      2,
    ),
  ).toEqual([
    [2, 5],
    [8, 10],
  ]);
  expect(longest([[0, 1]], 2)).toEqual([[0, 1]]);
});

it('adds up without the noise of binary fractions', () => {
  expect(
    secondsIn([
      [0, 0.1],
      [0.2, 0.4],
    ]),
  ).toBe(0.3);
});
