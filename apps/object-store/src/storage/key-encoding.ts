import { join } from 'node:path';

/** Longest file name used, in bytes: usual file systems allow 255, minus room for the suffix. */
const MAX_NAME = 240;

/** Suffixes prevent a file and a folder with the same name, and the special names `.` and `..`. */
const OBJECT_SUFFIX = '=';
const FOLDER_SUFFIX = '+';

/**
 * The text of each byte in a name. Percent-encodes every byte but lower-case letters, digits, `-`, `_` and `.`. So two
 * keys get different names even on file systems that fold case or normalise Unicode.
 */
const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[a-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/**
 * Returns the file of an object, relative to the folder of its bucket. Each key has one path, no two keys
 * share a path, and no path leaves the folder. Slashes are encoded, and a long name is split into nested
 * folders.
 */
export function keyToPath(key: string): string {
  const names: string[] = [''];
  for (const byte of Buffer.from(key)) {
    const text = BYTE_TEXTS[byte] ?? '';
    const last = names.length - 1;
    const longer = `${names[last]}${text}`;
    if (longer.length <= MAX_NAME) names[last] = longer;
    else names.push(text);
  }
  const file = names.pop();
  return join(...names.map((name) => `${name}${FOLDER_SUFFIX}`), `${file}${OBJECT_SUFFIX}`);
}

/** Decodes one entry of a bucket's folder; returns undefined for a file that this store did not create. */
export function readEntryName(name: string): { kind: 'object' | 'folder'; text: string } | undefined {
  const text = name.slice(0, -1);
  if (name.endsWith(OBJECT_SUFFIX)) return { kind: 'object', text };
  if (name.endsWith(FOLDER_SUFFIX)) return { kind: 'folder', text };
  return undefined;
}

/** Returns the key for the joined names on the path to its file, without their suffixes. */
export function pathTextToKey(text: string): string {
  return decodeURIComponent(text);
}
