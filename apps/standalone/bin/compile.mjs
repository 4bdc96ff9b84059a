import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { transform } from '@swc/core';
import { swc } from '../../../jest.preset.mjs';
import { root } from './build.mjs';

const NOT_BUILT = /\.d\.ts$|\.(e2e-)?spec\.ts$|[\\/]testing[\\/]/;

/** Returns the file in `dist` that a source is compiled to. @param {string} source */
const outputOf = (source) => source.replace(`${sep}src${sep}`, `${sep}dist${sep}`).replace(/\.ts$/, '.js');

/** Returns whether a build compiles this file. @param {string} file */
export const isSource = (file) =>
  file.includes(`${sep}src${sep}`) && file.endsWith('.ts') && !NOT_BUILT.test(file);

/**
 * Compiles one source into `dist`, without checking types.
 *
 * @param {string} source absolute path
 * @returns {Promise<boolean>} whether the output has changed
 * @throws Error that shows the syntax error
 */
export async function compile(source) {
  const text = await readFile(source, 'utf8');
  // An editor may empty the file before it writes the new content. The watcher reports both changes.
  if (text === '') return false;
  const output = outputOf(source);
  const options = {
    ...swc[1],
    filename: source,
    sourceFileName: relative(dirname(output), source),
    sourceMaps: true,
  };
  const { code, map } = await transform(text, options);
  const name = output.slice(output.lastIndexOf(sep) + 1);
  const compiled = `${code}//# sourceMappingURL=${name}.map\n`;
  const hasChanged = !existsSync(output) || readFileSync(output, 'utf8') !== compiled;
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(`${output}.map`, map);
  writeFileSync(output, compiled);
  return hasChanged;
}

/** Folders that the portal does not run, or that Vite compiles. */
const excludedFolders = new Set(['web', 'testing', 'bench', 'checks', 'openapi']);

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Compiles every source of the processes that is newer than its output. @returns the number of files compiled
 */
export async function compileStale() {
  const folders = ['apps', 'libs', 'tools'].flatMap((kind) =>
    readdirSync(root + kind)
      .filter((name) => !excludedFolders.has(name))
      .map((name) => `${root}${kind}/${name}/src`),
  );
  const stale = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => isSource(file) && modifiedAt(file) > modifiedAt(outputOf(file)));
  await Promise.all(stale.map(compile));
  return stale.length;
}
