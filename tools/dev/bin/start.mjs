import { build, root } from './build.mjs';

process.env.SECURE_PREVIEW_ENV_FILE ??= `${root}.env`;

console.log('[1/6] Building what has changed …');
await build(['tag:type:app', '@secure-preview/dev']);
await import('../dist/start.js');
