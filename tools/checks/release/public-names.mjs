import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalCommands } from '@secure-preview/operations';

/**
 * @typedef {object} PublicNames
 * @property {string[]} settings
 * @property {string[]} commands of `npm run portal`
 */

/** Returns the names of the settings in the text of .env.example. @param {string} text */
export const settingNames = (text) =>
  [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

/**
 * Returns the names that installations and scripts of operators use.
 *
 * @param {string} root folder of the workspace
 * @returns {PublicNames}
 */
export function publicNames(root) {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  return { settings: settingNames(example), commands: Object.keys(portalCommands) };
}
