import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, root } from './build.mjs';

process.env.SECURE_PREVIEW_ENV_FILE ??= `${root}.env`;

const check = fileURLToPath(new URL('check.mjs', import.meta.url));
if (spawnSync(process.execPath, [check], { stdio: 'inherit' }).status === 1) process.exit(1);

console.log('[1/6] Building changed projects …');
await build(['tag:type:app', '@secure-preview/standalone']);
await import('../dist/start.js');
