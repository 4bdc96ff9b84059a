/** Returns the leading items whose JSON together has at most `maxBytes`. */
export function leadingWithin<T>(items: readonly T[], maxBytes: number): T[] {
  const leading: T[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > maxBytes) break;
    leading.push(item);
  }
  return leading;
}
