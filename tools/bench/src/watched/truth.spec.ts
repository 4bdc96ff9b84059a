import type { PlayedRange } from '@secure-preview/contracts';
import { type Script, scripts } from './scripts.js';
import { assertPlayed, scriptRows, truthOf } from './truth.js';

const script: Script = {
  name: 'a script',
  steps: [],
  plays: [
    [0, 5],
    [3, 8],
  ],
};

it('has 24 scripts with different names', () => {
  expect(new Set(scripts.map(({ name }) => name)).size).toBe(24);
});

it('counts repeated seconds once, and again', () => {
  expect(truthOf(script.plays)).toEqual({ watchedSeconds: 8, playedSeconds: 10 });
});

it('accepts plays that end late on a busy machine', () => {
  const late: PlayedRange[] = [
    [0, 5.4],
    [3, 8.2],
  ];
  expect(() => assertPlayed(script, late)).not.toThrow();
});

it.each([
  [[[0, 5]]],
  [
    [
      [0, 5],
      [8.5, 9],
    ],
  ],
  [
    [
      [0, 11],
      [3, 8],
    ],
  ],
] as [number, number][][][])('rejects other plays: %j', (plays) => {
  expect(() => assertPlayed(script, plays)).toThrow('a script');
});

describe('the goals', () => {
  const truth = { watchedSeconds: 10, playedSeconds: 12 };
  it.each([
    [9, 12.9, undefined, [true, true]],
    [8.9, 13.1, undefined, [false, false]],
    [1, 2, true, [true, true]],
    [-0.1, 13.1, true, [false, false]],
  ] as const)('compare %d and %d s', (watchedSeconds, playedSeconds, isCutOff, met) => {
    const tested: Script = isCutOff ? { ...script, isCutOff } : script;
    const rows = scriptRows(tested, truth, { watchedSeconds, playedSeconds });
    expect(rows.map((row) => row.met)).toEqual(met);
  });
});
