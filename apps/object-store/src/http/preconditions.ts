import type { ObjectRecord } from '../storage/object-record.js';

export type HeaderReader = (name: string) => string | undefined;

function namesEtag(list: string, etag: string): boolean {
  return list
    .split(',')
    .map((item) =>
      item
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .some((item) => item === '*' || item === etag);
}

/**
 * Returns whether an object is newer than a date, in whole seconds, because HTTP dates have no fractions.
 *
 * @returns undefined for an invalid date
 */
function isNewerThan(lastModified: number, date: string): boolean | undefined {
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : Math.floor(lastModified / 1000) * 1000 > time;
}

/** Checks the conditions of a read, in the order of RFC 9110 section 13.2.2. */
export function checkPreconditions(
  header: HeaderReader,
  record: ObjectRecord,
): 'passed' | 'not modified' | 'failed' {
  const ifMatch = header('if-match');
  const ifUnmodifiedSince = header('if-unmodified-since');
  if (ifMatch !== undefined) {
    if (!namesEtag(ifMatch, record.etag)) return 'failed';
  } else if (ifUnmodifiedSince !== undefined && isNewerThan(record.lastModified, ifUnmodifiedSince)) {
    return 'failed';
  }
  const ifNoneMatch = header('if-none-match');
  const ifModifiedSince = header('if-modified-since');
  if (ifNoneMatch !== undefined) return namesEtag(ifNoneMatch, record.etag) ? 'not modified' : 'passed';
  const unchanged =
    ifModifiedSince !== undefined && isNewerThan(record.lastModified, ifModifiedSince) === false;
  return unchanged ? 'not modified' : 'passed';
}

/**
 * Returns whether a `Range` still applies. With `If-Range`, the response is the whole body if the object has changed.
 */
export function rangeApplies(header: HeaderReader, record: ObjectRecord): boolean {
  const ifRange = header('if-range');
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === `"${record.etag}"`;
  return isNewerThan(record.lastModified, ifRange) === false;
}
