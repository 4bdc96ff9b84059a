import { Amplitude } from './amplitude.js';
import { BoxBlur } from './box-blur.js';
import { MinimumFilter } from './minimum-filter.js';

const width = 23;
const height = 11;
const values = Float32Array.from({ length: width * height }, (_, at) => (at * 7919) % 251);

/** Returns each value's window, whose edges repeat the outermost values. */
function windows(of: ArrayLike<number>, radius: number): number[][] {
  const inside = (at: number, size: number) => Math.min(Math.max(at, 0), size - 1);
  return Array.from({ length: width * height }, (_, at) => {
    const window: number[] = [];
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        const row = inside(Math.floor(at / width) + y, height);
        window.push(of[row * width + inside((at % width) + x, width)] as number);
      }
    }
    return window;
  });
}

const mean = (window: number[]) => window.reduce((sum, value) => sum + value, 0) / window.length;

it.each([1, 3, 5, 15])('averages squares of radius %d', (radius) => {
  const blurred = values.slice();
  new BoxBlur(width, height).apply(blurred, radius, 1);
  windows(values, radius).forEach((window, at) => {
    expect(blurred[at]).toBeCloseTo(mean(window), 3);
  });
});

it.each([1, 3, 5])('takes the minimum of squares of radius %d', (radius) => {
  const filtered = values.slice();
  new MinimumFilter(width, height, radius).apply(filtered);
  expect([...filtered]).toEqual(windows(values, radius).map((window) => Math.min(...window)));
});

it('allows the amplitude of the least deviation and brightness around a pixel', () => {
  const amplitude = new Amplitude({ width, height });
  const grey = Uint8Array.from(values, (value) => value / 8 + 20);
  amplitude.add(grey);
  const written = new Float32Array(width * height);
  amplitude.write(written);
  const local = windows(grey, 4).map((window) => {
    const middle = mean(window);
    return { middle, deviation: Math.sqrt(mean(window.map((value) => (value - middle) ** 2))) };
  });
  const least = (of: number[], radius: number) =>
    windows(
      windows(of, radius).map((window) => Math.min(...window)),
      1,
    ).map(mean);
  const deviations = least(
    local.map(({ deviation }) => deviation),
    5,
  );
  const brightness = least(
    local.map(({ middle }) => middle),
    3,
  );
  written.forEach((value, at) => {
    const expected = Math.min(1.2, 0.45 + 0.15 * (deviations[at] as number));
    expect(value).toBeCloseTo(expected * Math.min(1, ((brightness[at] as number) - 18) / 40), 3);
  });
});
