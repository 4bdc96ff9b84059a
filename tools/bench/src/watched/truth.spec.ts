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

it.each([
  [9, undefined, true],
  [10.9, undefined, true],
  [8.9, undefined, false],
  [11.1, undefined, false],
  [1, true, true],
  [-0.1, true, false],
  [11.1, true, false],
] as const)('compares %d stored seconds with 10', (watchedSeconds, isCutOff, met) => {
  const tested: Script = isCutOff ? { ...script, isCutOff } : script;
  const truth = { watchedSeconds: 10, playedSeconds: 12 };
  const [watched, played] = scriptRows(tested, truth, { watchedSeconds, playedSeconds: 12.5 });
  expect(watched?.met).toBe(met);
  expect(played).toMatchObject({ value: 0.5 });
});
