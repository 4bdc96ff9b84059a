import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicNames } from '../../release/public-names.mjs';

/** Reads the names of a release from its folder. */
export const releasedNames = (folder: string): PublicNames =>
  JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8')) as PublicNames;

/** Lists the settings and commands of the earlier version that no longer exist. */
export const removedNames = (before: PublicNames, now: PublicNames): string[] => [
  ...before.settings
    .filter((name) => !now.settings.includes(name))
    .map((name) => `setting ${name} was removed`),
  ...before.commands
    .filter((name) => !now.commands.includes(name))
    .map((name) => `command ${name} was removed`),
];
