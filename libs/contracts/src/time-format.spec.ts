import { formatTime } from './time-format.js';

it.each([
  [0, '0:00'],
  [9.49, '0:09'],
  [9.97, '0:10'],
  [10, '0:10'],
  [59.5, '1:00'],
  [65, '1:05'],
  [3599.9, '60:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
  [-4, '0:00'],
])('formats %p seconds as %s', (seconds, text) => expect(formatTime(seconds)).toBe(text));
