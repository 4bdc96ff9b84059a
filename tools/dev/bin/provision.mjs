import { build } from './build.mjs';

await build(['@secure-preview/dev']);
await import('../dist/provision.js');
