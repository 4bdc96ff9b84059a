import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A release that cannot be made. The message states the reason and a remedy. */
export class ReleaseError extends Error {}

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** @param {string} text */
export const isVersion = (text) => VERSION.test(text);

/**
 * Compares two versions of three numbers, for sorting.
 *
 * @param {string} a
 * @param {string} b
 */
export function compareVersions(a, b) {
  const [first = [], second = []] = [a, b].map((text) => text.split('.').map(Number));
  return first.map((number, index) => number - (second[index] ?? 0)).find((difference) => difference) ?? 0;
}

/** Returns the greatest version in a list that may contain other texts. @param {readonly string[]} texts */
export const lastVersion = (texts) => texts.filter(isVersion).sort(compareVersions).at(-1);

/**
 * Returns the last released version and the folder with its snapshot, or undefined before the first release.
 *
 * @param {string} root folder of the workspace
 */
export function lastRelease(root) {
  const folder = join(root, 'docs/releases');
  const version = existsSync(folder) ? lastVersion(readdirSync(folder)) : undefined;
  return version === undefined ? undefined : { version, folder: join(folder, version) };
}
