import { isWorthReading, keepBest, type MatchedVersion, MOST_READ } from './choose-versions.js';

const matched = (score: number): MatchedVersion => ({
  version: { trailerId: `${score}`, title: '', uploadedAt: new Date(0) },
  candidates: [],
  score,
});

it('keeps the versions with the best scores, best first', () => {
  const best = [0.3, 0.9, 0.1, 0.5, 0.7, 0.6, 0.2].map(matched).reduce<MatchedVersion[]>(keepBest, []);
  expect(best.map(({ score }) => score)).toEqual([0.9, 0.7, 0.6, 0.5, 0.3]);
  expect(best).toHaveLength(MOST_READ);
});

it('tries three versions until one is found', () => {
  expect([0, 1, 2, 3].map((tried) => isWorthReading(0.4, tried, undefined))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('also reads other versions of the film that was found, and no other film', () => {
  expect(isWorthReading(0.93, 1, 0.95)).toBe(true);
  expect(isWorthReading(0.91, 4, 0.95)).toBe(true);
  expect(isWorthReading(0.7, 1, 0.95)).toBe(false);
});
