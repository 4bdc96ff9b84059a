import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, root } from './build.mjs';

process.env.SECURE_PREVIEW_ENV_FILE ??= `${root}.env`;

// On the data folder of `npm run dev`, commands run the compiled files, which each edit updates.
if (resolve(process.env.PORTAL_DATA_DIR ?? '') === `${root}.portal-dev`)
  process.env.SECURE_PREVIEW_PROGRAMS ??= 'dist';
const programs = process.env.SECURE_PREVIEW_PROGRAMS ?? 'dist/bundle';

const services = ['gateway', 'auth-service', 'analytics-service', 'media-service'];
const builtFiles = [
  '../dist/command/backends.js',
  '../dist/portal-command.js',
  '../../object-store/dist/main.js',
  ...services.flatMap((name) =>
    ['cli/main.js', 'check-settings.js'].map((file) => `../../../apps/${name}/${programs}/${file}`),
  ),
];
if (!builtFiles.every((file) => existsSync(new URL(file, import.meta.url)))) {
  // Standard output is reserved for the output of the command.
  await build(
    ['standalone', 'object-store', ...services].map((name) => `@secure-preview/${name}`),
    console.error,
  );
}
await import('../dist/portal-command.js');
