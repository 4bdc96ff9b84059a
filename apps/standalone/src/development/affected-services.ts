import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { appOf, type ServiceName, serviceNames } from '../supervisor/services.js';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

/** Returns, for each package of the workspace, its folder and the names of the packages it needs. */
function readPackages(root: string): Map<string, { folder: string; needs: string[] }> {
  const folders = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => join(kind, name)),
  );
  return new Map(
    folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
      return [manifest.name, { folder, needs: Object.keys(manifest.dependencies ?? {}) }];
    }),
  );
}

/** Returns whether a file is a migration, or the data source that lists the migrations of its service. */
export const definesSchema = (file: string): boolean => file.includes(join('src', 'database') + sep);

/**
 * Reads the dependencies between the packages of the workspace.
 *
 * @returns a function that maps a file to the processes that run it: those of its package and of all packages
 * that need it
 */
export function affectedServices(root: string): (file: string) => ServiceName[] {
  const packages = readPackages(root);
  const foldersOf = (name: string): string[] => {
    const entry = packages.get(name);
    return entry === undefined ? [] : [entry.folder, ...entry.needs.flatMap(foldersOf)];
  };
  const used = serviceNames.map(
    (service) => [service, new Set(foldersOf(`@secure-preview/${appOf(service)}`))] as const,
  );
  return (file) => {
    const folder = relative(root, file).split(sep).slice(0, 2).join(sep);
    return used.filter(([, folders]) => folders.has(folder)).map(([service]) => service);
  };
}
