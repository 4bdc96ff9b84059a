import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const workspaceRoot = resolve(import.meta.dirname, '../../../..');

/** The fields of a workspace package that the boundary rules read. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  /** Names of packages needed at run time. */
  readonly dependencies: readonly string[];
}

interface PackageJson {
  name: string;
  workspaces?: string[];
  nx?: { tags?: string[] };
  dependencies?: Record<string, string>;
}

const read = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8')) as PackageJson;

/** Returns all packages of the workspace. */
export function findProjects(): Project[] {
  const { workspaces = [] } = read(join(workspaceRoot, 'package.json'));
  return workspaces
    .flatMap((pattern) => findManifests(pattern))
    .map((file) => {
      const { name, nx, dependencies = {} } = read(file);
      return { name, folder: dirname(file), tags: nx?.tags ?? [], dependencies: Object.keys(dependencies) };
    });
}

/** Expands a pattern: a folder, or `folder/*` for each folder below it. */
function findManifests(pattern: string): string[] {
  const parent = pattern.replace(/\/\*$/, '');
  const folders =
    parent === pattern
      ? [parent]
      : readdirSync(join(workspaceRoot, parent)).map((name) => join(parent, name));
  return folders
    .map((folder) => join(workspaceRoot, folder, 'package.json'))
    .filter((file) => existsSync(file));
}
