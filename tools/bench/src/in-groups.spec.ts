import { inGroups } from './in-groups.js';

it('returns the results in order, and works on one group at a time', async () => {
  let active = 0;
  let mostActive = 0;
  const double = async (item: number, index: number) => {
    active += 1;
    mostActive = Math.max(mostActive, active);
    await Promise.resolve();
    active -= 1;
    return [item * 2, index];
  };
  expect(await inGroups([5, 6, 7, 8, 9], double, 2)).toEqual([
    [10, 0],
    [12, 1],
    [14, 2],
    [16, 3],
    [18, 4],
  ]);
  expect(mostActive).toBe(2);
});
