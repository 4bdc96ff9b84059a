import { limits, settingsLimits } from '@secure-preview/contracts';
import { inCalls } from './in-calls.js';

const rows = (count: number, name = '') =>
  Array.from({ length: count }, (_, index) => ({ line: index + 1, email: 'ada@kino.example', name }));

describe('inCalls', () => {
  it('splits rows by their number', () => {
    expect(inCalls(rows(501)).map(({ length }) => length)).toEqual([limits.access.importCall, 250, 1]);
    expect(inCalls([])).toEqual([]);
  });

  it('splits long rows by their size, and loses none', () => {
    const long = rows(250, '影'.repeat(320));
    const calls = inCalls(long);
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.flat()).toEqual(long);
    for (const call of calls)
      expect(Buffer.byteLength(JSON.stringify({ rows: call }))).toBeLessThan(settingsLimits.maxBodyBytes);
  });
});
