/** Maximum size of the rows of a page in bytes of JSON. The whole response of an export has at most 200 KB. */
const PAGE_BYTES = 198_000;

/**
 * Returns the longest prefix of `rows` that fits into one response, at least one row.
 *
 * @param reserved bytes for the other parts of the response
 */
export function fittingPage<Row extends object>(rows: readonly Row[], reserved = 0): Row[] {
  let bytesLeft = PAGE_BYTES - reserved;
  const end = rows.findIndex((row, index) => {
    // Separated by a comma.
    bytesLeft -= Buffer.byteLength(JSON.stringify(row)) + 1;
    return bytesLeft < 0 && index > 0;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}
