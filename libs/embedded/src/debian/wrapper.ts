import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { libraryDirs } from './unpack.js';

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes `bin-wrapped/<name>` into an unpacked tree. The script starts the program at `target` (a path below
 * the root of the tree) with the libraries of the tree.
 *
 * @param draft the current path of the tree
 * @param root the path of the tree when the script runs
 * @param variables further variables to set; the shell does not expand their values
 * @param runner a command that the program and its arguments are appended to
 */
export function writeWrapper(
  draft: string,
  root: string,
  name: string,
  target: string,
  variables: Record<string, string> = {},
  runner: string[] = [],
): void {
  const script = wrapperPath(draft, name);
  const libraries = libraryDirs(draft).map((dir) => join(root, relative(draft, dir)));
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH=${quote(libraries.join(':'))}`,
    ...Object.entries(variables).map(([variable, value]) => `export ${variable}=${quote(value)}`),
    `exec ${[...runner, join(root, target)].map(quote).join(' ')} "$@"`,
  ];
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, `${lines.join('\n')}\n`);
  chmodSync(script, 0o755);
}

/** Returns the path of a wrapper below the root of a tree. */
export function wrapperPath(root: string, name: string): string {
  return join(root, 'bin-wrapped', name);
}
