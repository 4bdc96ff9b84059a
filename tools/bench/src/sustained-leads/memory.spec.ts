import { memoryDrift, privateMegabytes, type Sample } from './memory.js';

const samples = (megabytes: (at: number) => number): Sample[] =>
  Array.from({ length: 61 }, (_, index) => ({
    at: index * 10,
    megabytes: { gateway: megabytes(index * 10) },
  }));

it('ignores growth during the warm-up, and memory that is collected', () => {
  const sawtooth = samples((at) => (at < 120 ? at / 2 : 100 + ((at / 10) % 5)));
  expect(memoryDrift(sawtooth, 'gateway', 120, 120).ratio).toBeCloseTo(1, 2);
});
it('detects memory that is never collected', () => {
  const growing = samples((at) => 100 + at / 10);
  const { first, last, ratio } = memoryDrift(growing, 'gateway', 120, 120);
  expect(first).toBeCloseTo(118);
  expect(last).toBeCloseTo(154);
  expect(ratio).toBeCloseTo(1.31, 2);
});
it('reads the private memory of this process', () => {
  expect(privateMegabytes({ test: process.pid })['test']).toBeGreaterThan(10);
});
