import * as z from 'zod';

/** Row with a wrapped key and the id of its trailer. */
export const keyRow = z.object({ id: z.string(), wrapped: z.instanceof(Buffer) });

/** Columns with wrapped keys of trailers. A marked trailer also has the key of its patterns. */
export const WRAPPED_KEYS = [
  { table: 'trailer_keys', column: 'wrapped' },
  { table: 'marks', column: 'pattern_key' },
] as const;
export type WrappedKeyColumn = (typeof WRAPPED_KEYS)[number];

/** Returns the SQL for all keys in a column, as {@link keyRow}. */
export const selectKeys = ({ table, column }: WrappedKeyColumn) =>
  `SELECT trailer_id AS id, ${column} AS wrapped FROM media.${table}`;

/** Path of an object in a backup: `objects/` and its key. */
const OBJECT_FILE = /^objects\/([0-9a-f]{40})$/;
export const objectFile = (key: string) => `objects/${key}`;
export const keyOfFile = (name: string): string | undefined => OBJECT_FILE.exec(name)?.[1];

/** File that holds the secrets used to wrap trailer keys. */
export const SECRETS_FILE = 'secrets.json';

export const savedSecrets = z.object({ current: z.string(), previous: z.string().nullable() });
export type SavedSecrets = z.output<typeof savedSecrets>;
