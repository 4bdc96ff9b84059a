/** Rows that a command reads at once. */
export const PAGE = 1000;

/** Reads all pages of a list. A page that is not full is the last one. */
export async function readAll<T extends { readonly id: string }>(
  readPage: (after: string | undefined) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let after: string | undefined; ; after = all.at(-1)?.id) {
    const page = await readPage(after);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
