import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Kinds of tests, fastest first, and the endings of their files. `jest.preset.mjs` and
 * `e2e/playwright.config.ts` use the same endings.
 */
const endings = {
  unit: /(?<!\.medium)\.spec\.tsx?$/,
  medium: /\.medium\.spec\.ts$/,
  e2e: /\.e2e-spec\.ts$/,
  faults: /\.faults-spec\.ts$/,
  containers: /\.containers-spec\.ts$/,
  kubernetes: /\.kubernetes-spec\.ts$/,
};

/** @typedef {keyof typeof endings} Kind */

/**
 * @typedef {object} Spec
 * @property {string} project folder of the project, relative to the workspace
 * @property {string} path relative to the workspace
 * @property {Kind} kind
 * @property {string} subject path without the ending of the kind
 */

export const kinds = /** @type {Kind[]} */ (Object.keys(endings));

/** @type {readonly Kind[]} */
const jestKinds = ['unit', 'medium', 'kubernetes'];

/** Returns whether a kind tests the built portal with Playwright Test. @param {Kind} kind */
export const needsPortal = (kind) => !jestKinds.includes(kind);

/**
 * Returns the package.json of a project.
 *
 * @param {string} project its folder, relative to the workspace
 * @returns {{ name: string, nx?: { targets?: Record<string, { dependsOn?: string[] }> } }}
 */
export const manifest = (project) => JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'));

/** Returns the package name of a project. @param {string} project */
export const nameOf = (project) => manifest(project).name;

/** Returns the folders of all projects that have tests, relative to the workspace. */
export function projectFolders() {
  return ['apps', 'libs', 'tools']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .concat('e2e')
    .filter((folder) =>
      ['jest.config.mjs', 'playwright.config.ts'].some((file) => existsSync(join(root, folder, file))),
    );
}

/**
 * Returns the projects with specs of a kind, those with the most specs first: they take longest.
 *
 * @param {Kind} kind
 * @param {readonly Spec[]} [specs]
 * @returns {string[]} folders
 */
export function projectsWith(kind, specs = findSpecs()) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const spec of specs)
    if (spec.kind === kind) counts.set(spec.project, (counts.get(spec.project) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([project]) => project);
}

/** @returns {Spec[]} all specs of the workspace */
export function findSpecs() {
  return projectFolders().flatMap((project) => {
    const files = readdirSync(join(root, project, 'src'), { recursive: true, encoding: 'utf8' });
    return files.flatMap((file) => {
      const kind = kinds.find((candidate) => endings[candidate].test(file));
      if (kind === undefined) return [];
      const path = join(project, 'src', file);
      return { project, path, kind, subject: path.replace(endings[kind], '') };
    });
  });
}
