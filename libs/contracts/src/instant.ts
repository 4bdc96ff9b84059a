import * as z from 'zod/mini';
import { fieldError } from './errors/field-error.js';

const error = fieldError('INSTANT_INVALID');
/** Characters of an instant with milliseconds. Postgres would round more decimals, maybe into the next year. */
const MAX_LENGTH = '2026-12-31T00:00:00.000Z'.length;
/** JavaScript and Postgres write later years in different forms. */
const END = Date.UTC(9999, 0, 1);

/** Time that an administrator chooses: ISO 8601 in UTC, from 1970 to 9998, with at most three decimals. */
export const instant = z.iso.datetime({ error }).check(
  z.maxLength(MAX_LENGTH, error),
  z.refine((text) => Date.parse(text) >= 0 && Date.parse(text) < END, { error }),
);
