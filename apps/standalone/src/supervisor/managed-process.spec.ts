import { backoffMs } from './managed-process.js';

describe('backoffMs', () => {
  it('doubles from 0.2 s to 5 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map(backoffMs)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });
});
