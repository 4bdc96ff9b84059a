import { randomBytes } from 'node:crypto';
import { addsPatternFirst, PATTERN_KEY_BYTES } from './derive.js';
import { type PatternGrid, patternGrid } from './grid.js';
import { PATTERN_ZERO, PatternMaker, UNITS_PER_STEP } from './pattern-maker.js';

// Jest looks up `Math` slowly in loops.
const { abs, max } = Math;

const grid = patternGrid({ width: 1920, height: 1080 });
const key = Buffer.alloc(PATTERN_KEY_BYTES, 7);

/** Returns a picture with each pixel's luma. */
function paint({ width, height }: PatternGrid, luma: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    luma(at % width, (at - (at % width)) / width),
  );
}

/** A checkerboard busy enough for the full amplitude. */
const busy = (size: PatternGrid) => paint(size, (x, y) => ((x + y) % 2 === 0 ? 100 : 140));

/** Returns the change in steps of luma. */
function patternOf(segment: number, pictures: Uint8Array[], from = key, size = grid): Float64Array {
  const maker = new PatternMaker(from, size);
  for (const picture of pictures) maker.addPicture(picture);
  const pattern = new Uint8Array(size.width * size.height);
  maker.write(segment, pattern);
  return Float64Array.from(pattern, (value) => (value - PATTERN_ZERO) / UNITS_PER_STEP);
}

function correlation(a: Float64Array, b: Float64Array): number {
  const dot = (left: Float64Array, right: Float64Array) =>
    left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** Compares arrays that are too long for a matcher. */
const isSame = (a: Float64Array, b: Float64Array) => Buffer.from(a.buffer).equals(Buffer.from(b.buffer));

const sample = patternOf(3, [busy(grid)]);

it('depends on nothing but key, segment and pictures', () => {
  expect(isSame(patternOf(3, [busy(grid)]), sample)).toBe(true);
  expect(Math.abs(correlation(sample, patternOf(4, [busy(grid)])))).toBeLessThan(0.1);
  expect(Math.abs(correlation(sample, patternOf(3, [busy(grid)], randomBytes(32))))).toBeLessThan(0.1);
});

it('changes no mean, and no pixel by more than 1.2 steps', () => {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  expect(Math.abs(mean)).toBeLessThan(0.05);
  const largest = sample.reduce((most, value) => max(most, abs(value)), 0);
  expect(largest).toBeGreaterThan(1.1);
  expect(largest).toBeLessThanOrEqual(1.2);
});

it('has its energy in two bands of wavelengths', () => {
  const { width, height } = grid;
  const power = new Float64Array(width / 2);
  const cosines = Float64Array.from({ length: width }, (_, at) => Math.cos((2 * Math.PI * at) / width));
  for (let row = 0; row < height; row += 27) {
    for (let wave = 0; wave < power.length; wave += 1) {
      let real = 0;
      let imaginary = 0;
      for (let x = 0; x < width; x += 1) {
        const value = sample[row * width + x] as number;
        real += value * (cosines[(wave * x) % width] as number);
        imaginary += value * (cosines[(wave * x + width / 4) % width] as number);
      }
      power[wave] = (power[wave] as number) + real * real + imaginary * imaginary;
    }
  }
  // Waves in a row are longer than those of the plane. Less than 4 pixels belongs to no band.
  const total = power.reduce((sum, value) => sum + value);
  const between = (shortest: number, longest: number) =>
    power.reduce((sum, value, wave) => {
      const length = width / wave;
      return length >= shortest && length < longest ? sum + value : sum;
    }, 0) / total;
  expect(between(2, 4)).toBeLessThan(0.05);
  expect(between(5, 25)).toBeGreaterThan(0.35);
  expect(between(25, 160)).toBeGreaterThan(0.3);
  expect(between(160, Number.POSITIVE_INFINITY)).toBeLessThan(0.15);
});

it('leaves flat pictures unchanged after rounding, and dark ones entirely', () => {
  const flat = patternOf(0, [paint(grid, () => 120)]);
  expect(flat.reduce((most, value) => max(most, abs(value)), 0)).toBeLessThanOrEqual(0.45);
  const dark = patternOf(0, [paint(grid, (x, y) => ((x + y) % 2 === 0 ? 12 : 20))]);
  expect(dark.some((value) => value !== 0)).toBe(false);
});

it('leaves parts unchanged that are flat or dark in one of the pictures', () => {
  const half = (inLeft: number) => paint(grid, (x, y) => (x < 240 ? inLeft : (x + y) % 2 === 0 ? 100 : 140));
  for (const left of [16, 120]) {
    const pattern = patternOf(0, [busy(grid), half(left), busy(grid)]);
    const largest = (from: number, to: number) => {
      const values = pattern.filter((_, at) => at % grid.width >= from && at % grid.width < to);
      return values.reduce((most, value) => max(most, abs(value)), 0);
    };
    expect(largest(0, 240)).toBeLessThan(0.5);
    expect(largest(260, 480)).toBeGreaterThan(1.1);
  }
});

it('keeps the strength of the last pictures in a segment without pictures', () => {
  const maker = new PatternMaker(key, grid);
  const pattern = new Uint8Array(grid.width * grid.height);
  maker.write(2, pattern);
  expect(pattern.every((value) => value === PATTERN_ZERO)).toBe(true);
  maker.addPicture(busy(grid));
  maker.write(2, pattern);
  maker.write(3, pattern);
  expect(
    isSame(
      Float64Array.from(pattern, (value) => (value - PATTERN_ZERO) / UNITS_PER_STEP),
      sample,
    ),
  ).toBe(true);
});

it.each([
  ['landscape', 1920, 1080, { width: 480, height: 270 }],
  ['portrait', 1080, 1920, { width: 270, height: 480 }],
  ['wide', 1920, 804, { width: 645, height: 270 }],
  ['square', 500, 500, { width: 270, height: 270 }],
  ['tiny', 64, 36, { width: 480, height: 270 }],
  ['very long', 4000, 16, { width: 1080, height: 270 }],
])('makes patterns of %s pictures', (_shape, width, height, expected) => {
  const size = patternGrid({ width, height });
  expect(size).toEqual(expected);
  const pattern = patternOf(1, [busy(size)], key, size);
  const power = pattern.reduce((sum, value) => sum + value * value, 0) / pattern.length;
  expect(Math.sqrt(power)).toBeGreaterThan(0.6);
});

it('draws the order of the variants from the key', () => {
  const orders = (from: Uint8Array) =>
    Array.from({ length: 2000 }, (_, segment) => addsPatternFirst(from, segment));
  expect(orders(key)).toEqual(orders(key));
  // Nine standard deviations.
  expect(Math.abs(orders(key).filter(Boolean).length - 1000)).toBeLessThan(200);
  const other = orders(randomBytes(32));
  expect(Math.abs(orders(key).filter((order, at) => order === other[at]).length - 1000)).toBeLessThan(200);
});
