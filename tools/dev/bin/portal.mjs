import { existsSync } from 'node:fs';
import { build } from './build.mjs';

const built = ['../dist/portal-command.js', '../../../apps/auth-service/dist/cli/main.js'];
if (!built.every((file) => existsSync(new URL(file, import.meta.url)))) {
  await build(['@secure-preview/dev', '@secure-preview/auth-service']);
}
await import('../dist/portal-command.js');
