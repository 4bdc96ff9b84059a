import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Kinds of tests, the fastest first, and the ending of their files. `jest.preset.mjs` and
 * `e2e/playwright.config.ts` use the same endings.
 */
const endings = {
  unit: /(?<!\.medium)\.spec\.tsx?$/,
  medium: /\.medium\.spec\.ts$/,
  e2e: /\.e2e-spec\.ts$/,
  faults: /\.faults-spec\.ts$/,
  containers: /\.containers-spec\.ts$/,
};

/** @typedef {keyof typeof endings} Kind */

/**
 * @typedef {object} Spec
 * @property {string} project folder of its project, relative to the workspace
 * @property {string} path relative to the workspace
 * @property {Kind} kind
 * @property {string} subject its path without the ending of its kind
 */

export const kinds = /** @type {Kind[]} */ (Object.keys(endings));

/** Kinds that drive the built portal, with Playwright Test. @param {Kind} kind */
export const needsPortal = (kind) => kind !== 'unit' && kind !== 'medium';

/** Returns the folders of all projects that have tests, relative to the workspace. */
export function projectFolders() {
  return ['apps', 'libs', 'tools']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .concat('e2e')
    .filter((folder) =>
      ['jest.config.mjs', 'playwright.config.ts'].some((file) => existsSync(join(root, folder, file))),
    );
}

/** @returns {Spec[]} all specs of the workspace */
export function findSpecs() {
  return projectFolders().flatMap((project) => {
    const files = readdirSync(join(root, project, 'src'), { recursive: true, encoding: 'utf8' });
    return files.flatMap((file) => {
      const kind = kinds.find((each) => endings[each].test(file));
      if (kind === undefined) return [];
      const path = join(project, 'src', file);
      return { project, path, kind, subject: path.replace(endings[kind], '') };
    });
  });
}
