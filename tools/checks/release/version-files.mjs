import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from './versions.mjs';

/** Files besides the manifests that name the version, once each. */
const TEXTS = ['docs/KUBERNETES.md', 'docs/api/openapi.json', 'libs/contracts/src/openapi/document.ts'];

/** @typedef {{ version: string, packages: Record<string, { version?: string }> }} PackageLock */

/** @param {unknown} value */
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Returns every file that names the version, with the new one.
 *
 * @param {string} root folder of the workspace
 * @param {string} version
 * @returns {Record<string, string>} texts by path
 */
export function versionFiles(root, version) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  /** @type {PackageLock} */
  const lock = JSON.parse(read('package-lock.json'));
  const before = lock.version;
  // All others are installed packages.
  const workspaces = Object.keys(lock.packages).filter((path) => !/(^|\/)node_modules\//.test(path));
  lock.version = version;
  for (const path of workspaces) lock.packages[path] = { ...lock.packages[path], version };
  return {
    'package-lock.json': json(lock),
    ...Object.fromEntries(
      workspaces
        .map((path) => join(path, 'package.json'))
        .map((path) => [path, json({ ...JSON.parse(read(path)), version })]),
    ),
    ...Object.fromEntries(TEXTS.map((path) => [path, replaceOnce(path, read(path), before, version)])),
  };
}

/** @param {string} path @param {string} text @param {string} before @param {string} version */
function replaceOnce(path, text, before, version) {
  const parts = text.split(before);
  if (parts.length !== 2) {
    throw new ReleaseError(
      `${path} must name the version ${before} exactly once, not ${parts.length - 1} times.`,
    );
  }
  return parts.join(version);
}
