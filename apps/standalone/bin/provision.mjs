import { build } from './build.mjs';

await build(['@secure-preview/standalone']);
await import('../dist/provision.js');
