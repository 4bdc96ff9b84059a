import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';
import { swc } from '../../../../jest.preset.mjs';

// Lets a forked process run TypeScript sources, as Jest does in its own: `node --import <this file>`.
if (isMainThread) register(import.meta.url);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    ...swc[1],
    filename: fileURLToPath(url),
    configFile: false,
    swcrc: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
