/** Maximum size of a page in bytes of JSON: calls between services carry at most 256 KB. */
const PAGE_BYTES = 200 * 1024;

/** Returns the longest prefix of `leads` that fits into one response, at least one lead. */
export function fittingPage<L extends object>(leads: readonly L[]): L[] {
  let bytesLeft = PAGE_BYTES;
  const end = leads.findIndex((lead, index) => {
    bytesLeft -= Buffer.byteLength(JSON.stringify(lead));
    return bytesLeft < 0 && index > 0;
  });
  return end === -1 ? [...leads] : leads.slice(0, end);
}
