import { dateFieldOf, INCOMPLETE, instantOf } from './instants.js';

describe('the input of a date field', () => {
  it('is the instant in the time zone of the browser', () => {
    const local = '2026-03-01T09:05';
    expect(instantOf(local)).toBe(new Date(2026, 2, 1, 9, 5).toISOString());
  });

  it('shows an instant in the time zone of the browser, without seconds if they are zero', () => {
    for (const local of [
      '2026-03-01T09:05',
      '2026-07-01T00:00',
      '2026-03-01T09:00:30',
      '2026-03-01T09:05:00.250',
    ])
      expect(dateFieldOf(new Date(local).toISOString())).toBe(local);
  });

  it('is no instant when empty, and invalid when incomplete', () => {
    expect(instantOf('')).toBeNull();
    expect(instantOf(INCOMPLETE)).toBe(INCOMPLETE);
  });
});
