import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cwd } from 'node:process';

/**
 * Bundles the programs of the application in the current folder, from `dist` into `dist/bundle`. Node then
 * reads fewer than 100 files at the start. Reading up to 2,000 files took most of the start.
 */
const programs = ['main', 'check-settings', 'cli/main', 'database/migrate'];

/** Packages that load native code from their own folder. They remain production dependencies. */
const native = ['@node-rs/argon2', 'sharp'];

/** Builds of the workspace, which have maps to their sources. */
const workspace = /[\\/](apps|libs)[\\/][^\\/]+[\\/]dist[\\/].*\.js$/;

const dist = join(cwd(), 'dist');

export default {
  input: Object.fromEntries(
    programs.map((name) => [name, join(dist, `${name}.js`)]).filter(([, file]) => existsSync(file)),
  ),
  platform: 'node',
  external: native,
  plugins: [
    {
      name: 'maps-of-the-workspace',
      load: {
        filter: { id: workspace },
        handler: (id) => ({
          code: readFileSync(id, 'utf8'),
          map: JSON.parse(readFileSync(`${id}.map`, 'utf8')),
        }),
      },
      // Node reads the maps at each start. Without maps of packages, they are a tenth as large.
      transform: {
        filter: { id: /[\\/]node_modules[\\/]/ },
        handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
      },
    },
    {
      // This module would load a second copy of TypeORM to look for names that version 1 no longer has.
      name: 'one-typeorm',
      load: {
        filter: { id: /@nestjs[\\/]typeorm[\\/]dist[\\/]common[\\/]typeorm-compat\.js$/ },
        handler: () => 'export const Connection = undefined, AbstractRepository = undefined;',
      },
    },
  ],
  // A warning means that a program could fail at run time. Nest imports optional packages, such as those of other
  // brokers, only when they are used.
  onLog(level, log, print) {
    const isOptional = log.code === 'UNRESOLVED_IMPORT' && log.message.includes('node_modules/');
    if (!isOptional) print(level === 'warn' ? 'error' : level, log);
  },
  output: {
    dir: join(dist, 'bundle'),
    sourcemap: true,
    // Nest and TypeORM read class names.
    keepNames: true,
    cleanDir: true,
    // V8 keeps the source of each bundle in memory: two bytes for each character, if one of them is not in Latin-1.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  },
};
