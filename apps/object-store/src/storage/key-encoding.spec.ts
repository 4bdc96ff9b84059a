import { basename, dirname, resolve } from 'node:path';
import { keyToPath, pathTextToKey, readEntryName } from './key-encoding.js';

const KEYS = [
  'a',
  'a/b',
  'a/',
  '/',
  '/a',
  '.',
  '..',
  '../..',
  '../../etc/passwd',
  '%2e%2e',
  '%2E%2E/',
  'A',
  'a=',
  'a+',
  'a b',
  'é',
  'e\u0301',
  '🎬',
  'x\\y',
  'x'.repeat(240),
  'x'.repeat(241),
  'x'.repeat(1024),
  '🎬'.repeat(256),
  `${'x'.repeat(240)}/..`,
];

const pathNames = (path: string) => path.split('/');

describe('keyToPath', () => {
  it.each(KEYS)('maps %j to a path inside the folder, with valid file names', (key) => {
    expect(resolve('/data', keyToPath(key)).startsWith('/data/')).toBe(true);
    for (const name of pathNames(keyToPath(key))) {
      expect(name).toMatch(/^[a-z0-9._%A-F-]+[=+]$/);
      expect(name.length).toBeLessThanOrEqual(241);
    }
  });

  it('gives each key a unique path, even on file systems that ignore case', () => {
    const paths = KEYS.map((key) => keyToPath(key).toLowerCase());
    expect(new Set(paths).size).toBe(KEYS.length);
  });

  it('never returns a path that is the folder of another key', () => {
    const paths = KEYS.map(keyToPath);
    for (const path of paths) expect(paths.filter((other) => dirname(other) === path)).toEqual([]);
  });

  it.each(KEYS)('can be reversed for %j', (key) => {
    const text = pathNames(keyToPath(key)).map((name) => readEntryName(name)?.text);
    expect(pathTextToKey(text.join(''))).toBe(key);
    expect(readEntryName(basename(keyToPath(key)))?.kind).toBe('object');
  });
});

it('ignores files that the store did not create', () => {
  expect(readEntryName('.DS_Store')).toBeUndefined();
});
