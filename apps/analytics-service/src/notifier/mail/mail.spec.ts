import { allowedMails, retrySeconds } from './mail.js';

describe('allowedMails', () => {
  it.each([
    [0, 0, 30, 'all'],
    [4, 4, 30, 'all'],
    [5, 5, 30, 'codes'],
    [29, 0, 30, 'all'],
    [30, 0, 30, 'none'],
    [0, 0, 1, 'all'],
    [1, 0, 1, 'none'],
    [100, 100, 10_000, 'all'],
  ] as const)(
    'after %i in a minute and %i in ten seconds, of %i allowed: %s',
    (minute, ten, limit, allowed) => {
      expect(allowedMails({ lastMinute: minute, lastTenSeconds: ten }, limit)).toBe(allowed);
    },
  );
});

it('waits longer after each attempt, at most half an hour', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map(retrySeconds);
  expect(waits).toEqual([10, 30, 90, 270, 810, 1800, 1800, 1800]);
});
