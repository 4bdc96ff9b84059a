import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from './versions.mjs';

/** Files besides the manifests that contain the version, each with a pattern that matches it. */
const TEXTS = {
  'docs/KUBERNETES.md': /(?<=PORTAL_VERSION=)[\d.]+/g,
  'docs/api/openapi.json': /(?<="version": ")[\d.]+/g,
  'libs/contracts/src/openapi/document.ts': /(?<=\bversion: ')[\d.]+/g,
  'deploy/kubernetes/overlays/example/kustomization.yaml': /(?<=newTag: ")[\d.]+/g,
};

/** @typedef {{ version: string, packages: Record<string, { version?: string }> }} PackageLock */

/** @param {unknown} value */
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Returns every file that contains the version, with the new version.
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
  // Other entries are installed packages.
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
    ...Object.fromEntries(
      Object.entries(TEXTS).map(([path, pattern]) => [
        path,
        replaceVersion(path, read(path), pattern, { before, version }),
      ]),
    ),
  };
}

/**
 * Replaces the version wherever `pattern` matches. All matches must be the previous version.
 *
 * @param {string} path
 * @param {string} text
 * @param {RegExp} pattern
 * @param {{ before: string, version: string }} versions
 */
function replaceVersion(path, text, pattern, { before, version }) {
  const matches = text.match(pattern) ?? [];
  if (matches.length === 0 || matches.some((match) => match !== before)) {
    const names = matches.join(', ') || 'none';
    throw new ReleaseError(`${path} must contain the version ${before} and no other. It contains ${names}.`);
  }
  return text.replace(pattern, version);
}
