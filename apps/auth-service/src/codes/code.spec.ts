import { limits } from '@secure-preview/contracts';
import { codesPerDay, reachedLimit } from './code.js';

const { perDay } = limits.access.code;
const limitOf = (ages: readonly number[]) => reachedLimit(ages, perDay);

it('allows a first code, and another one after a minute', () => {
  expect(limitOf([])).toBeUndefined();
  expect(limitOf([60, 4000])).toBeUndefined();
});

it('names the seconds until the next code may be requested', () => {
  expect(limitOf([0.4])).toEqual({ error: 'CODE_TOO_SOON', retryAfterSeconds: 60 });
  expect(limitOf([59.5])).toEqual({ error: 'CODE_TOO_SOON', retryAfterSeconds: 1 });
});

it('allows ten codes a day, until the oldest is a day old', () => {
  const ages = Array.from({ length: perDay }, (_, index) => 1000 * (index + 1));
  expect(limitOf(ages.slice(1))).toBeUndefined();
  expect(limitOf(ages)).toEqual({ error: 'TOO_MANY_CODES', retryAfterSeconds: 86_400 - 10_000 });
  expect(limitOf([...ages.slice(1), 86_400])).toBeUndefined();
});

it('reserves half of the codes for links, and gives test codes as many as an address', () => {
  for (const purpose of ['open', 'verified', 'invited'] as const)
    expect(2 * codesPerDay({ purpose })).toBe(perDay);
  expect(codesPerDay({ purpose: 'test' })).toBe(perDay);
});
