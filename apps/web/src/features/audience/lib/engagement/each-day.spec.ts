import { dayFormats, eachDay } from './each-day.js';

it('adds the days without viewings', () => {
  const first = { day: '2026-02-27', newViewers: 1, viewings: 2 };
  const last = { day: '2026-03-02', newViewers: 0, viewings: 1 };
  const nobody = { newViewers: 0, viewings: 0 };
  expect(eachDay([first, last])).toEqual([
    first,
    { day: '2026-02-28', ...nobody },
    { day: '2026-03-01', ...nobody },
    last,
  ]);
  expect(eachDay([first])).toEqual([first]);
  expect(eachDay([])).toEqual([]);
});

it('shows a day as it is, in every time zone of the browser', () => {
  const { long, short } = dayFormats('en-GB');
  expect([long('2026-03-01'), short('2026-03-01')]).toEqual(['1 Mar 2026', '1 Mar']);
});
