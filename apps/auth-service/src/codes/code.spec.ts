import { limits } from '@secure-preview/contracts';
import { reachedLimit } from './code.js';

const { perDay } = limits.access.code;

it('allows a first code, and another one after a minute', () => {
  expect(reachedLimit([])).toBeUndefined();
  expect(reachedLimit([60, 4000])).toBeUndefined();
});

it('names the seconds until the next code may be requested', () => {
  expect(reachedLimit([0.4])).toEqual({ error: 'CODE_TOO_SOON', retryAfterSeconds: 60 });
  expect(reachedLimit([59.5])).toEqual({ error: 'CODE_TOO_SOON', retryAfterSeconds: 1 });
});

it('allows ten codes a day, until the oldest is a day old', () => {
  const ages = Array.from({ length: perDay }, (_, index) => 1000 * (index + 1));
  expect(reachedLimit(ages.slice(1))).toBeUndefined();
  expect(reachedLimit(ages)).toEqual({ error: 'TOO_MANY_CODES', retryAfterSeconds: 86_400 - 10_000 });
  expect(reachedLimit([...ages.slice(1), 86_400])).toBeUndefined();
});
