import { drawCodeword, variantOf } from './codeword.js';

it('reads bits from the lowest of each byte on', () => {
  const codeword = Uint8Array.of(0b0000_0101, 0b1000_0000);
  const bits = Array.from({ length: 16 }, (_, segment) => variantOf(codeword, segment));
  expect(bits).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(() => variantOf(codeword, 16)).toThrow(RangeError);
});

it('draws both variants about equally often', () => {
  const codeword = drawCodeword(10_000);
  const ones = Array.from({ length: 10_000 }, (_, segment) => variantOf(codeword, segment)).filter(Boolean);
  // Eight standard deviations: fails by chance less than once in 10^14 runs.
  expect(Math.abs(ones.length - 5000)).toBeLessThan(400);
});
