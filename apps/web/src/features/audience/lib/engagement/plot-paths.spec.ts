import { placeTicks, timeTicks } from '../../../../lib/plot-ticks.js';
import { areaPath, axisOf, barsPath, linePath } from './plot-paths.js';

describe('the vertical axis', () => {
  it.each([
    [[0], 1],
    [[1], 1],
    [[3, 7], 8],
    [[9_999], 10_000],
  ])('begins at 0 and has room for %j', (values, top) => {
    const { yOf, ticks } = axisOf(values);
    expect([yOf(0), yOf(top)]).toEqual([100, 0]);
    expect([ticks[0], ticks.at(-1)]).toEqual([0, top]);
  });

  it('has only whole numbers', () => {
    expect(axisOf([2]).ticks).toEqual([0, 1, 2]);
  });
});

describe('the paths', () => {
  const axis = axisOf([4]);

  it('have a step as wide as the place of each value', () => {
    expect(linePath([4, 2, 0], axis)).toBe('M0,0L1,0L1,50L2,50L2,100L3,100L3,100');
    expect(areaPath([4, 2], axis)).toMatch(/^M0,0L1,0L1,50L2,50L2,50L2,100.*Z$/);
  });

  it('have a bar for each value except 0', () => {
    expect(barsPath([4, 0, 2], axis)).toBe('M0.15,100V0H0.85V100ZM2.15,100V50H2.85V100Z');
  });
});

describe('the labels', () => {
  it.each([
    [4, ['0:00', '0:01', '0:02', '0:03', '0:04']],
    [90, ['0:00', '0:30', '1:00', '1:30']],
    [7200, ['0:00', '30:00', '60:00', '90:00', '120:00']],
  ])('are at round times of %d seconds', (seconds, labels) => {
    expect(timeTicks(seconds).map(({ label }) => label)).toEqual(labels);
  });

  it('are at the middle of few places', () => {
    expect(placeTicks(['a', 'b'])).toEqual([
      { at: 0.25, label: 'a' },
      { at: 0.75, label: 'b' },
    ]);
    expect(placeTicks([...'abcdefghijklmnopqrstuvwxyz'])).toHaveLength(5);
  });
});
