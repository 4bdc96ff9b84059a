import { type ImportRow, limits } from '@secure-preview/contracts';

/** Bytes of the rows of one call as JSON; below the limit of a body and of a message between processes. */
const MAX_BYTES = 200_000;

const bytesOf = (row: ImportRow) => new TextEncoder().encode(JSON.stringify(row)).length + 1;

/** Splits the rows of an import into calls that the server accepts. */
export function inCalls(rows: readonly ImportRow[]): ImportRow[][] {
  const calls: ImportRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = bytesOf(row);
    const last = calls.at(-1);
    if (last && last.length < limits.access.importCall && bytes + size <= MAX_BYTES) {
      last.push(row);
      bytes += size;
    } else {
      calls.push([row]);
      bytes = size;
    }
  }
  return calls;
}
