import { isDigestDue, nextDailyDigest } from './alert-schedule.js';

const at = (text: string) => new Date(text);

describe('nextDailyDigest', () => {
  it.each([
    ['2026-11-27T07:59:59.999Z', 'UTC', '2026-11-27T08:00:00.000Z'],
    ['2026-11-27T08:00:00.000Z', 'UTC', '2026-11-28T08:00:00.000Z'],
    ['2026-11-27T08:00:00.001Z', 'UTC', '2026-11-28T08:00:00.000Z'],
    ['2026-11-27T06:30:00.000Z', 'Europe/Berlin', '2026-11-27T07:00:00.000Z'],
    ['2026-11-30T23:30:00.000Z', 'Pacific/Auckland', '2026-12-01T19:00:00.000Z'],
    ['2026-12-31T20:00:00.000Z', 'Asia/Kolkata', '2027-01-01T02:30:00.000Z'],
    // The clock changes in the night between.
    ['2026-10-24T12:00:00.000Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
    ['2026-03-28T12:00:00.000Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
    ['2026-11-27T07:00:00.000Z', 'Unknown/Zone', '2026-11-27T08:00:00.000Z'],
  ])('after %s in %s is %s', (after, zone, expected) => {
    expect(nextDailyDigest(at(after), zone).toISOString()).toBe(expected);
  });
});

describe('isDigestDue', () => {
  const first = at('2026-11-27T06:50:00Z');

  it('waits for 15 minutes after the first alert', () => {
    expect(isDigestDue('digest15', first, at('2026-11-27T07:04:59Z'), 'UTC')).toBe(false);
    expect(isDigestDue('digest15', first, at('2026-11-27T07:05:00Z'), 'UTC')).toBe(true);
  });

  it('waits for 08:00 in the time zone of the portal, also if it was missed', () => {
    expect(isDigestDue('digestDaily', first, at('2026-11-27T06:59:59Z'), 'Europe/Berlin')).toBe(false);
    for (const now of ['2026-11-27T07:00:00Z', '2026-11-29T03:00:00Z'])
      expect(isDigestDue('digestDaily', first, at(now), 'Europe/Berlin')).toBe(true);
    expect(isDigestDue('digestDaily', first, at('2026-11-27T07:00:00Z'), 'UTC')).toBe(false);
  });

  it('ignores small differences of clocks, and does not wait after the clock was set back', () => {
    for (const time of ['digest15', 'digestDaily'] as const) {
      expect(isDigestDue(time, first, at('2026-11-27T06:49:30Z'), 'UTC')).toBe(false);
      expect(isDigestDue(time, first, at('2025-11-27T06:50:00Z'), 'UTC')).toBe(true);
    }
  });
});
