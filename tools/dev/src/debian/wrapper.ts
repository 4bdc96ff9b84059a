import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { libraryDirs } from './unpack.js';

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes `bin-wrapped/<name>` into an unpacked tree: it starts the program at `target` (a path below the tree's root)
 * with the tree's own libraries.
 *
 * @param draft where the tree lies now
 * @param root where it will lie when the script runs
 * @param variables further variables to set; their values are taken as they are
 */
export function writeWrapper(
  draft: string,
  root: string,
  name: string,
  target: string,
  variables: Record<string, string> = {},
): void {
  const script = wrapperPath(draft, name);
  const libraries = libraryDirs(draft).map((dir) => join(root, relative(draft, dir)));
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH=${quote(libraries.join(':'))}`,
    ...Object.entries(variables).map(([variable, value]) => `export ${variable}=${quote(value)}`),
    `exec ${quote(join(root, target))} "$@"`,
  ];
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, `${lines.join('\n')}\n`);
  chmodSync(script, 0o755);
}

/** The path of a wrapper below a tree's root. */
export function wrapperPath(root: string, name: string): string {
  return join(root, 'bin-wrapped', name);
}
