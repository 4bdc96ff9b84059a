import { drawnThumbs, joinedThumbs, mirroredThumbs } from '../../testing/moving-thumbs.js';
import { identity } from '../geometry/homography.js';
import { knownSampling, usualSamplings } from './sampling.js';
import * as search from './search.js';
import { atOnce } from './turns.js';

const searchTime = (...args: Parameters<typeof search.searchTime>) => atOnce(search.searchTime(...args));
const searchRuns = (...args: Parameters<typeof search.searchRuns>) => atOnce(search.searchRuns(...args));

const film = drawnThumbs(1);
const trailerSeconds = Array.from({ length: 40 * 12 }, (_, n) => n / 12);
const trailer = { thumbs: joinedThumbs(film, trailerSeconds), step: 1 / 12 };

/** A clip that shows the trailer at the second that `at` returns. */
const clipOf = (seconds: number, at: (second: number) => number, from = film) => ({
  thumbs: joinedThumbs(
    from,
    Array.from({ length: seconds * 4 }, (_, n) => at(n / 4)),
  ),
  step: 1 / 4,
});
const sampling = knownSampling(identity());

it('finds the time of a clip and whether it is mirrored', () => {
  const clip = clipOf(12, (second) => second + 7.3);
  const [found] = searchTime(clip, trailer, usualSamplings());
  expect(found?.mirrored).toBe(false);
  expect(found?.offset).toBeCloseTo(7.3, 1);
  const [turned] = searchTime({ ...clip, thumbs: mirroredThumbs(clip.thumbs) }, trailer, usualSamplings());
  expect(turned?.mirrored).toBe(true);
  expect(turned?.offset).toBeCloseTo(7.3, 1);
});

it('scores a film above another one', () => {
  const clip = clipOf(12, (second) => second + 7.3);
  const other = { ...trailer, thumbs: joinedThumbs(drawnThumbs(2), trailerSeconds) };
  const right = searchTime(clip, trailer, usualSamplings())[0]?.score ?? 0;
  const wrong = searchTime(clip, other, usualSamplings())[0]?.score ?? 0;
  expect(right).toBeGreaterThan(0.9);
  expect(wrong).toBeLessThan(0.7);
});

it('gives each part of a cut clip an offset of its own', () => {
  const clip = clipOf(18, (second) => (second < 6 ? second + 20 : second < 11 ? second - 2 : second + 15));
  const runs = searchRuns(clip, trailer, sampling);
  expect(runs.map((run) => Math.round(run.offset * 10) / 10)).toEqual([20, -2, 15]);
  expect(runs[0]?.to).toBeCloseTo(6, 0);
  expect(runs[1]?.to).toBeCloseTo(11, 0);
});

it.each([0.95, 1.04, 1.05])('measures a speed of %d', (rate) => {
  const runs = searchRuns(
    clipOf(20, (second) => rate * second + 5),
    trailer,
    sampling,
  );
  expect(runs).toHaveLength(1);
  expect(runs[0]?.rate).toBeCloseTo(rate, 2);
  // Half a picture at 24 a second, at both ends of the clip.
  for (const second of [0, 20]) {
    const found = (runs[0]?.offset ?? 0) + (runs[0]?.rate ?? 0) * second;
    expect(Math.abs(found - (rate * second + 5))).toBeLessThan(0.05);
  }
});

it('leaves out a part of the clip that is of another film', () => {
  const other = drawnThumbs(3);
  const clip = clipOf(
    16,
    (second) => second,
    (second) => (second < 8 ? other(second) : film(second + 4)),
  );
  const runs = searchRuns(clip, trailer, sampling);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.from).toBeCloseTo(8, 0);
  expect(runs[0]?.offset).toBeCloseTo(4, 1);
});

it('finds nothing in a clip without detail', () => {
  expect(
    searchTime(
      clipOf(
        10,
        (second) => second,
        () => new Uint8Array(64 * 36).fill(16),
      ),
      trailer,
      [sampling],
    ),
  ).toEqual([]);
});

it('finds nothing in a clip without pictures', () => {
  const empty = { thumbs: new Uint8Array(0), step: 1 / 4 };
  expect(searchTime(empty, trailer, [sampling])).toEqual([]);
  expect(searchRuns(empty, trailer, sampling)).toEqual([]);
});
