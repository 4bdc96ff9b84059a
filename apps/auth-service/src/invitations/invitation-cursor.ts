import { unknownCursor } from '../listing/page-of.js';
import { cursorOf, idOfCursor } from '../listing/uuid-cursor.js';
import { isSortedByEnd, type ListedInvitation, type Selection } from './invitation-list.queries.js';

/** An end in microseconds, a bigint. */
const END = /^-?\d{1,19}$/;

/**
 * Encodes the last invitation of a page as a cursor. In a list by end it contains the end, because an administrator
 * may change that before the next page is read.
 */
export const cursorAfter = ({ id, end }: ListedInvitation, sort: Selection['sort']): string =>
  isSortedByEnd(sort) ? `${cursorOf(id)}.${end}` : cursorOf(id);

/** @throws AppError `VALIDATION_FAILED` for a cursor that a list in this order did not issue */
export function positionOf(cursor: string, sort: Selection['sort']): Pick<Selection, 'after' | 'afterEnd'> {
  if (!isSortedByEnd(sort)) return { after: idOfCursor(cursor) };
  const [id = '', end = '', ...rest] = cursor.split('.');
  const isEnd = END.test(end) && BigInt.asIntN(64, BigInt(end)) === BigInt(end);
  if (!isEnd || rest.length > 0) throw unknownCursor();
  return { after: idOfCursor(id), afterEnd: end };
}
