import { existsSync, readFileSync } from 'node:fs';
import { root } from './build.mjs';
import { compile, compileStale, isSource } from './compile.mjs';

process.env.SECURE_PREVIEW_ENV_FILE ??= `${root}.env`;
// Uses another data folder than `npm start`.
process.env.PORTAL_DATA_DIR ??= `${root}.portal-dev`;
// Runs the compiled files, which each edit updates, not the bundles of `npm start`.
process.env.SECURE_PREVIEW_PROGRAMS ??= 'dist';
// Loopback unless the command line names another address: Vite and the password below are for one machine.
process.env.HOST ??= '127.0.0.1';
// A fixed password for development, unless the settings file has one.
const envFile = process.env.SECURE_PREVIEW_ENV_FILE;
const isInFile =
  existsSync(envFile) && /^\s*UPLOAD_PASSWORD(_FILE)?\s*=/m.test(readFileSync(envFile, 'utf8'));
if (!isInFile && !process.env.UPLOAD_PASSWORD_FILE) process.env.UPLOAD_PASSWORD ??= 'development';

console.log('[1/7] Compiling changed files …');
await compileStale();
const { develop } = await import('../dist/develop.js');
develop(process.argv.slice(2), { compile, isSource });
