import { median, table } from './report.js';

describe('table', () => {
  it('aligns columns, and shows for each goal whether it is met', () => {
    const text = table([
      {
        name: 'echo',
        value: 1234.5,
        unit: 'calls/s',
        baseline: 1000,
        ratio: 1.2345,
        goal: '≥ 0.9 ×',
        met: true,
      },
      { name: 'losses', value: 3, unit: 'calls', goal: '0', met: false },
    ]);
    expect(text.split('\n')).toEqual([
      'name    value  unit     baseline  ratio  goal     met',
      'echo     1235  calls/s      1000   1.23  ≥ 0.9 ×  yes',
      'losses      3  calls                     0        MISSED',
    ]);
  });
});

describe('median', () => {
  it('returns the middle of an odd number of values, and the mean of the middle two of an even number', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow();
  });
});
