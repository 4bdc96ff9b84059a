import { joinedLines } from './lines.js';
import type { Sighting } from './sightings.js';

const onLine = (offset: number, rate: number, times: readonly number[]): Sighting[] =>
  times.map((clipTime) => ({ clipTime, trailerTime: offset + rate * clipTime, score: 0.8 }));

it('joins windows of a clip that was cut into one line for each part', () => {
  const places = [...onLine(10, 1, [2.5, 5, 7.5, 10]), ...onLine(40, 1, [12.5, 15, 17.5])];
  const wrong = [2.5, 5, 7.5, 10, 12.5].map((clipTime) => ({
    clipTime,
    trailerTime: (clipTime * 37) % 60,
    score: 0.4,
  }));
  const [first, second] = joinedLines([...places, ...wrong], 2);
  expect([first?.offset, first?.rate, second?.offset, second?.rate]).toEqual([10, 1, 40, 1]);
});

it('measures the speed of a clip that plays faster', () => {
  const [line] = joinedLines(onLine(3, 1.04, [2.5, 5, 7.5, 10, 12.5, 15]), 1);
  expect(line?.rate).toBeCloseTo(1.04, 6);
  expect(line?.offset).toBeCloseTo(3, 6);
});

it('does not join windows by a speed that is not searched', () => {
  const lines = joinedLines(onLine(3, 1.2, [2.5, 5, 7.5, 10]), 9);
  expect(lines.length).toBeGreaterThan(1);
});
