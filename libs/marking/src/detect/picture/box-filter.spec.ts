import { BoxFilter } from './box-filter.js';

const size = { width: 7, height: 5 };

it('averages the pixels around each pixel that there are', () => {
  const source = Float32Array.from({ length: 35 }, (_, at) => (at * 17) % 23);
  const target = new Float32Array(35);
  for (const radius of [1, 2, 9]) {
    new BoxFilter(size).apply(source, target, radius);
    for (let at = 0; at < 35; at++) {
      const near = [...source].filter(
        (_, other) =>
          Math.abs((other % 7) - (at % 7)) <= radius &&
          Math.abs(Math.floor(other / 7) - Math.floor(at / 7)) <= radius,
      );
      expect(target[at]).toBeCloseTo(near.reduce((sum, value) => sum + value, 0) / near.length, 4);
    }
  }
});

it('filters a picture in place', () => {
  const picture = Float32Array.from({ length: 35 }, (_, at) => (at % 3) * 10);
  const copy = new Float32Array(35);
  const filter = new BoxFilter(size);
  filter.apply(picture, copy, 1);
  filter.apply(picture, picture, 1);
  expect(picture).toEqual(copy);
});
