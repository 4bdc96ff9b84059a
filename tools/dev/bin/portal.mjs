import { existsSync } from 'node:fs';
import { build } from './build.mjs';

const services = ['gateway', 'auth-service', 'analytics-service', 'media-service'];
const built = [
  '../dist/command/backends.js',
  '../dist/portal-command.js',
  '../../object-store/dist/main.js',
  ...services.map((name) => `../../../apps/${name}/dist/cli/main.js`),
];
if (!built.every((file) => existsSync(new URL(file, import.meta.url)))) {
  // Standard output is the command's own.
  await build(
    ['dev', 'object-store', ...services].map((name) => `@secure-preview/${name}`),
    console.error,
  );
}
await import('../dist/portal-command.js');
