import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { limits } from '../limits.js';

/** Rows of a page. A page ends earlier if they are too large for a message. */
export const pageLimit = z.coerce
  .number({ error: fieldError('LIMIT_NOT_A_NUMBER') })
  .check(
    z.int(fieldError('LIMIT_NOT_WHOLE')),
    z.minimum(1, fieldError('LIMIT_TOO_SMALL')),
    z.maximum(limits.access.page.max, fieldError('PAGE_TOO_LARGE')),
  );

/** Parts of a query that select a page of a list for administrators. */
export const pageQuery = {
  limit: z._default(pageLimit, limits.access.page.default),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  /** Searched text. */
  q: z.optional(z.string().check(z.maxLength(200))),
};

/** The same parts in a remote call. */
export const pageInput = {
  limit: z.int(),
  cursor: z.optional(z.string()),
  q: z.optional(z.string()),
};

/** Size and end of a list with its page. */
export const pageEnd = {
  /** Number of matching rows on all pages. */
  total: z.int(),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
};

/** Ids of the rows that an action changes together. */
export const rowIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(limits.access.page.max));
