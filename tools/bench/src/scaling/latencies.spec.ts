import { Latencies } from './latencies.js';

it('records latencies by kind and in total', () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 100; ms += 1) latencies.record('page', ms);
  latencies.record('gate', 1000);
  const read = latencies.read();
  expect(Object.keys(read).sort()).toEqual(['all', 'gate', 'page']);
  expect(read['page']?.count).toBe(100);
  expect(read['page']?.p50Ms).toBeCloseTo(50, 0);
  expect(read['page']?.p99Ms).toBeCloseTo(99, 0);
  expect(read['gate']?.p50Ms).toBeCloseTo(1000, -1);
  expect(read['all']?.count).toBe(101);
});
