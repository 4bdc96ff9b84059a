/** Items at once by default: about as many as the portal serves without rejecting requests. */
const GROUP = 16;

/** Applies `work` to all items, a group at a time. Returns the results in the order of the items. */
export async function inGroups<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
  size = GROUP,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    const group = items.slice(start, start + size);
    results.push(...(await Promise.all(group.map((item, index) => work(item, start + index)))));
  }
  return results;
}
