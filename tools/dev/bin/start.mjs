import { build } from './build.mjs';

console.log('[1/6] Building what has changed …');
await build(['tag:type:app', '@secure-preview/dev']);
await import('../dist/start.js');
