import { dayFormats, eachDay } from './each-day.js';

const nobody = { newViewers: 0, viewings: 0 };

it('adds the days without viewings', () => {
  const first = { day: '2026-02-26', newViewers: 1, viewings: 2 };
  const last = { day: '2026-03-05', newViewers: 0, viewings: 1 };
  const between = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  expect(eachDay([first, last])).toEqual([first, ...between.map((day) => ({ day, ...nobody })), last]);
  expect(eachDay([])).toEqual([]);
});

it('has at least a week', () => {
  const only = { day: '2026-03-03', newViewers: 1, viewings: 2 };
  const days = eachDay([only]);
  expect(days).toHaveLength(7);
  expect(days[0]).toEqual({ day: '2026-02-25', ...nobody });
  expect(days[6]).toEqual(only);
});

it('shows a day as it is, in every time zone of the browser', () => {
  const { long, short } = dayFormats('en-GB');
  expect([long('2026-03-01'), short('2026-03-01')]).toEqual(['1 Mar 2026', '1 Mar']);
});
