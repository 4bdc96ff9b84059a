import { collectGoals, goalTable, median, table, withGoal } from './report.js';

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

describe('goalTable', () => {
  it('lists each goal once, missed goals first', () => {
    expect(goalTable()).toBe('');
    const memory = { name: 'memory', value: 120, unit: 'MB' };
    const cpu = { name: 'CPU', value: 30, unit: 'ms', baseline: 10, ratio: 3 };
    collectGoals('portal', [memory, withGoal(memory, '≤', 140), withGoal(cpu, '≤', 2, 'ratio')]);
    collectGoals('portal', [withGoal(cpu, '≤', 2.5, 'ratio'), withGoal({ ...cpu, name: 'more' }, '≥', 30)]);
    expect(goalTable().split('\n')).toEqual([
      'Goals: 2 of 3 met',
      'benchmark  name    value  unit  ratio  goal     met',
      'portal     CPU        30  ms        3  ≤ 2.5 ×  MISSED',
      'portal     memory    120  MB           ≤ 140    yes',
      'portal     more       30  ms        3  ≥ 30     yes',
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
