import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes files and creates their folders.
 *
 * @param {string} root
 * @param {Record<string, string>} files texts by path
 * @returns {() => void} restores the previous state of these files, and removes folders that become empty
 */
export function writeFiles(root, files) {
  const before = Object.keys(files).map((path) => {
    const file = join(root, path);
    return { file, bytes: existsSync(file) ? readFileSync(file) : undefined };
  });
  const restore = () => {
    for (const { file, bytes } of before) {
      if (bytes === undefined) removeWithFolders(file);
      else writeFileSync(file, bytes);
    }
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  } catch (error) {
    restore();
    throw error;
  }
  return restore;
}

/** @param {string} file */
function removeWithFolders(file) {
  rmSync(file, { force: true });
  let folder = dirname(file);
  for (; existsSync(folder) && readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder);
}
