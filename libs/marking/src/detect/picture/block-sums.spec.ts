import { drawnPicture, drawnScene } from '../../testing/drawn-picture.js';
import { fillNoisePattern, seededRandom } from '../../testing/noise-pattern.js';
import { shrinker } from '../video/shrink.js';
import { Bands } from './bands.js';
import { BlockSums } from './block-sums.js';
import { Regression } from './regression.js';
import { NO_DATA } from './warp.js';

const size = { width: 480, height: 272 };
const pixels = size.width * size.height;
const random = seededRandom(9);
const mean = Float32Array.from(drawnPicture(drawnScene(3), size));
const pattern = new Uint8Array((pixels * 3) / 2);
fillNoisePattern(pattern, size, 1.2, random);
const difference = Float32Array.from(pattern.subarray(0, pixels), (value) => value - 128);

/** A copy with another tone, noise, a box over a corner and a side cut off. @param sign of the mark; 0 for none */
const copy = (sign: number): Float32Array =>
  mean.map((value, at) => {
    const x = at % size.width;
    if (x > 440) return NO_DATA;
    if (x < 60 && at < size.width * 40) return 255;
    const marked = value + sign * (difference[at] as number);
    return 10 + 0.8 * marked + 0.0003 * marked * marked + (random() - 0.5) * 10;
  });

const meanHalf = new Float32Array(pixels / 4);
shrinker(size, { width: 240, height: 136 })(mean, meanHalf);

const evidenceOf = (pictures: readonly Float32Array[]) => {
  const sums = new BlockSums(size);
  const regression = new Regression(size);
  for (const picture of pictures) {
    regression.setReference(mean, meanHalf);
    regression.fit(picture);
    sums.add(4, regression.rest, regression.weight, difference, meanHalf);
  }
  return sums.evidence();
};

it('tells which variant a changed copy shows', () => {
  const [second, first] = [1, -1].map((sign) => evidenceOf([copy(sign)])[0]?.z ?? 0);
  expect(second).toBeGreaterThan(5);
  expect(first).toBeLessThan(-5);
});

it('finds no variant in an unmarked copy', () => {
  expect(Math.abs(evidenceOf([copy(0)])[0]?.z ?? Number.NaN)).toBeLessThan(3);
});

it('adds pictures of a segment before it scales the sum', () => {
  expect(Math.abs(evidenceOf([copy(1), copy(-1)])[0]?.z ?? Number.NaN)).toBeLessThan(4);
});

it('has no evidence from a picture that shows nothing, or from equal variants', () => {
  const sums = new BlockSums(size);
  sums.add(0, new Float32Array(pixels).fill(3), new Float32Array(pixels), difference, meanHalf);
  sums.add(
    1,
    new Float32Array(pixels).fill(3),
    new Float32Array(pixels).fill(1),
    new Float32Array(pixels),
    meanHalf,
  );
  expect(sums.evidence()).toEqual([
    { segment: 0, z: 0 },
    { segment: 1, z: 0 },
  ]);
});

it('takes out detail that the copy lost in some places', () => {
  const [full, ones] = [new Float32Array(pixels), new Float32Array(pixels).fill(1)];
  const bands = new Bands({ width: size.width / 2, height: size.height / 2 });
  bands.set(meanHalf);
  const sums = new BlockSums(size);
  // Each column of blocks lost another part of the detail, which is much stronger than the mark.
  const lost = full.map((_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const half = (y >> 1) * (size.width / 2) + (x >> 1);
    const part = Math.floor(x / 40) % 2 === 0 ? 0.9 : -0.3;
    return (bands.fine[half] as number) * part + 0.1 * (difference[at] as number);
  });
  sums.add(2, lost, ones, difference, meanHalf);
  expect(sums.evidence()[0]?.z).toBeGreaterThan(5);
});

describe('a picture after another', () => {
  const ones = new Float32Array(pixels).fill(1);
  const other = new Uint8Array(pattern.length);
  fillNoisePattern(other, size, 6, random);
  // None near the edges, over which a moved block is not looked for.
  const errors = Float32Array.from(other.subarray(0, pixels), (value, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    return x < 80 || x > 400 || y < 60 || y > 210 ? 0 : value - 128;
  });
  const texture = new Uint8Array(pattern.length);
  fillNoisePattern(texture, size, 40, random);
  const reference = new Float32Array(pixels / 4);
  shrinker(size, { width: size.width / 2, height: size.height / 2 })(texture, reference);
  const moved = (picture: Float32Array, width: number, x: number, y: number) =>
    picture.map((_, at) => picture[Math.max(0, at - y * width - x)] as number);

  it.each([
    ['leaves out what the first predicts', 0],
    ['leaves it out where the picture moved', 2],
  ])('%s', (_, by) => {
    const kept = moved(errors, size.width, 2 * by, 2 * by);
    const marked = kept.map((value, at) => value + 0.04 * (difference[at] as number));
    const sums = new BlockSums(size);
    sums.add(3, errors, ones, difference, reference);
    sums.add(4, marked, ones, difference, moved(reference, size.width / 2, by, by));
    expect(Math.abs(sums.evidence()[0]?.z ?? Number.NaN)).toBeLessThan(3);
    expect(sums.evidence()[1]?.z).toBeGreaterThan(7);
  });
});
