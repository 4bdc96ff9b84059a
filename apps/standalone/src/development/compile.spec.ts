import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compiler } from './compiler.js';

const { compile } = (await import(new URL('../../bin/compile.mjs', import.meta.url).href)) as Compiler;

let root: string;
const source = () => join(root, 'src/main.ts');
const output = () => join(root, 'dist/main.js');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compile-'));
  mkdirSync(join(root, 'src'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('returns whether the output has changed, and keeps the output while the source is empty', async () => {
  writeFileSync(source(), 'export const one: number = 1;');
  expect(await compile(source())).toBe(true);
  expect(await compile(source())).toBe(false);
  writeFileSync(source(), '');
  expect(await compile(source())).toBe(false);
  expect(readFileSync(output(), 'utf8')).toContain('export const one = 1;');
});
