import { SeededRandom } from './seeded-random.js';

it('repeats the sequence of xoshiro128** from a seed', () => {
  const random = new SeededRandom(1);
  // From an implementation in Python that reproduces the numbers of the authors for the state 1, 2, 3, 4.
  expect([random.bits(), random.bits(), random.bits(), random.bits()]).toEqual([
    393288148, 2174103013, 3814759091, 2092745082,
  ]);
});

it('draws uniform and normal numbers of the right moments', () => {
  const random = new SeededRandom(2);
  const uniform = Array.from({ length: 100_000 }, () => random.uniform());
  const normal = Array.from({ length: 100_000 }, () => random.normal());
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // Six standard deviations of each mean.
  expect(Math.abs(mean(uniform) - 1 / 2)).toBeLessThan(0.0055);
  expect(Math.abs(mean(normal))).toBeLessThan(0.019);
  expect(Math.abs(mean(normal.map((value) => value * value)) - 1)).toBeLessThan(0.027);
});

it('fills every byte with fair bits', () => {
  const bytes = new SeededRandom(3).fill(new Uint8Array(100_003));
  for (let bit = 0; bit < 8; bit += 1)
    for (let column = 0; column < 4; column += 1) {
      const ones = bytes.filter((byte, index) => index % 4 === column && byte & (1 << bit)).length;
      // Six standard deviations of 25,000 fair bits.
      expect(Math.abs(ones - 12_500)).toBeLessThan(475);
    }
});
