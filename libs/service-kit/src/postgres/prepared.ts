/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * Marks a statement that is executed for every visitor: each connection parses and plans it only once, which takes most
 * of the time of a small statement. Not for lists with search and filters, whose best plan depends on their values, nor
 * for texts that are put together at run time.
 *
 * @param sql with parameters, and the names of all columns that it returns: a new column must not change its result
 * @returns the same text
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `portal_${names.size + 1}`);
  return sql;
}

/** Returns the name under which a statement is prepared; undefined if it is not. */
export const preparedName = (sql: string): string | undefined => names.get(sql);
