import { join } from 'node:path';

/** Longest file name made here, in bytes: 255 is the limit of the usual file systems, less room for the suffix. */
const MAX_NAME = 240;

/** A file and a folder of one name would exclude each other, and `.` and `..` mean something: hence a suffix on each. */
const OBJECT_SUFFIX = '=';
const FOLDER_SUFFIX = '+';

/**
 * Percent-encodes every byte but lower-case letters, digits, `-`, `_` and `.`: what is left is the same name on file
 * systems that fold case or normalise Unicode.
 */
function encodeBytes(key: string): string[] {
  return Array.from(Buffer.from(key), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/**
 * The file that holds an object, relative to its bucket's folder. Each key has one path, no two keys share one, and
 * no path leaves the folder: slashes are encoded, and a long name is cut into nested folders.
 */
export function keyToPath(key: string): string {
  const names: string[] = [''];
  for (const byte of encodeBytes(key)) {
    const last = names.length - 1;
    const longer = `${names[last]}${byte}`;
    if (longer.length <= MAX_NAME) names[last] = longer;
    else names.push(byte);
  }
  const file = names.pop();
  return join(...names.map((name) => `${name}${FOLDER_SUFFIX}`), `${file}${OBJECT_SUFFIX}`);
}

/** What one entry of a bucket's folder stands for; undefined for a file that is not ours. */
export function readEntryName(name: string): { kind: 'object' | 'folder'; text: string } | undefined {
  const text = name.slice(0, -1);
  if (name.endsWith(OBJECT_SUFFIX)) return { kind: 'object', text };
  if (name.endsWith(FOLDER_SUFFIX)) return { kind: 'folder', text };
  return undefined;
}

/** The key of the names on the way to its file, without their suffixes, joined. */
export function pathTextToKey(text: string): string {
  return decodeURIComponent(text);
}
