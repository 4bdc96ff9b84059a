import { root } from './build.mjs';
import { compile, compileStale, isSource } from './compile.mjs';

process.env.SECURE_PREVIEW_ENV_FILE ??= `${root}.env`;
// A data folder apart from that of `npm start`, and a password that need not be noted down.
process.env.PORTAL_DATA_DIR ??= `${root}.portal-dev`;
process.env.UPLOAD_PASSWORD ??= 'development';

console.log('[1/7] Compiling what has changed …');
await compileStale();
const { develop } = await import('../dist/develop.js');
develop(process.argv.slice(2), { compile, isSource });
