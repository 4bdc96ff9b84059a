import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathTextToKey, readEntryName } from './key-encoding.js';

/** Returns a string with one character per UTF-8 byte, so that `<` compares by bytes, as S3 sorts. */
export function byteText(text: string): string {
  return Buffer.from(text).toString('latin1');
}

export function fromByteText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** Returns every key of a bucket's folder, unordered. */
export async function readKeys(folder: string, above = ''): Promise<string[]> {
  const keys: string[] = [];
  for (const name of await readdir(folder)) {
    const entry = readEntryName(name);
    if (entry?.kind === 'object') keys.push(pathTextToKey(above + entry.text));
    if (entry?.kind === 'folder') keys.push(...(await readKeys(join(folder, name), above + entry.text)));
  }
  return keys;
}

export interface ListQuery {
  readonly prefix: string;
  /** Empty if there is no delimiter. */
  readonly delimiter: string;
  /** Lists only keys after this key; empty to list all keys. */
  readonly startAfter: string;
  readonly limit: number;
  /** `ListPage.next` of the previous page. */
  readonly from?: ListPosition | undefined;
}

/** The last entry of a page: a key, or a group of keys that share the text up to the delimiter. */
export interface ListPosition {
  readonly kind: 'key' | 'group';
  readonly text: string;
}

export interface ListPage {
  readonly keys: string[];
  readonly commonPrefixes: string[];
  /** Start of the next page; undefined on the last page. */
  readonly next: ListPosition | undefined;
}

function isBehind(bytes: string, from: ListPosition | undefined): boolean {
  if (!from) return true;
  const last = byteText(from.text);
  return bytes > last && !(from.kind === 'group' && bytes.startsWith(last));
}

/**
 * Selects one page of ListObjectsV2 from all keys of a bucket. Each key and each common prefix counts as one entry
 * towards `limit`.
 */
export function listPage(allKeys: readonly string[], query: ListQuery): ListPage {
  const prefix = byteText(query.prefix);
  const delimiter = byteText(query.delimiter);
  const startAfter = byteText(query.startAfter);
  const candidates = allKeys
    .map(byteText)
    .filter((key) => key.startsWith(prefix) && key > startAfter && isBehind(key, query.from))
    .sort();

  const keys: string[] = [];
  const commonPrefixes: string[] = [];
  let last: ListPosition | undefined;
  let group: string | undefined;
  for (const key of candidates) {
    if (group !== undefined && key.startsWith(group)) continue;
    if (keys.length + commonPrefixes.length >= query.limit) return { keys, commonPrefixes, next: last };
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    group = end === -1 ? undefined : key.slice(0, end + delimiter.length);
    if (group === undefined) keys.push(fromByteText(key));
    else commonPrefixes.push(fromByteText(group));
    last = { kind: group === undefined ? 'key' : 'group', text: fromByteText(group ?? key) };
  }
  return { keys, commonPrefixes, next: undefined };
}
