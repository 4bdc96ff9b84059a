import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from './versions.mjs';

/** Files besides the manifests that name the version, with what stands before it. */
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
    ...Object.fromEntries(
      Object.entries(TEXTS).map(([path, places]) => [
        path,
        replaceVersion(path, read(path), places, { before, version }),
      ]),
    ),
  };
}

/**
 * Replaces the version at all `places` in a text, which must all name the one before.
 *
 * @param {string} path
 * @param {string} text
 * @param {RegExp} places
 * @param {{ before: string, version: string }} versions
 */
function replaceVersion(path, text, places, { before, version }) {
  const found = text.match(places) ?? [];
  if (found.length === 0 || found.some((one) => one !== before)) {
    const names = found.join(', ') || 'none';
    throw new ReleaseError(`${path} must name the version ${before} and no other. It names ${names}.`);
  }
  return text.replace(places, version);
}
