import { Bands } from './bands.js';

const size = { width: 240, height: 136 };
const waves = (length: number) =>
  Float32Array.from({ length: size.width * size.height }, (_, at) =>
    Math.sin((2 * Math.PI * (at % size.width)) / length),
  );
/** Variance away from the edges. */
const powerOf = (band: Float32Array): number => {
  const inside = band.filter((_, at) => {
    const x = at % size.width;
    const y = Math.floor(at / size.width);
    return x >= 40 && x < 200 && y >= 40 && y < 96;
  });
  return inside.reduce((sum, value) => sum + value * value, 0) / inside.length;
};

it('splits short waves from longer ones, and leaves out what is coarser', () => {
  const bands = new Bands(size);
  bands.set(waves(6));
  expect(powerOf(bands.fine)).toBeGreaterThan(0.4);
  expect(powerOf(bands.coarse)).toBeLessThan(0.05);
  bands.set(waves(30));
  expect(powerOf(bands.fine)).toBeLessThan(0.05);
  expect(powerOf(bands.coarse)).toBeGreaterThan(0.15);
  bands.set(new Float32Array(size.width * size.height).fill(90));
  expect(powerOf(bands.fine) + powerOf(bands.coarse)).toBeLessThan(1e-6);
});
