/** A page of a list. */
export interface ListPage<T> {
  readonly rows: readonly T[];
  /** Number of matching rows on all pages. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Reads the page at a cursor; null for the first one. */
export type ReadPage<T> = (cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>;

/** A list that can be exported. Files of all formats have the same columns, in order. */
export interface ExportSource<T> {
  /** Base name of the file. */
  readonly name: string;
  readonly columns: readonly (keyof T & string)[];
  readonly readPage: ReadPage<T>;
}

/** Delay of a search after the last keystroke, in milliseconds. */
export const SEARCH_DELAY_MS = 300;

/** Options of all lists. */
export const listOptions = {
  initialPageParam: null as string | null,
  // Refetched on every mount, because mails, visitors and other administrators change the lists.
  staleTime: 0,
};

/** Returns the part of a query that selects a page. */
export const cursorPart = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Reads all rows of a list, page by page. */
export async function readRows<T>(readPage: ReadPage<T>, signal: AbortSignal): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<T> = await readPage(cursor, signal);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}
