import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webFiles } from './web-files.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('returns the paths of the files that pages load, excluding pages, folders and precompressed copies', () => {
  mkdirSync(join(folder, 'assets', 'fonts'), { recursive: true });
  const names = [
    'index.html',
    'index.html.br',
    'favicon.svg',
    'assets/app.js',
    'assets/app.js.gz',
    'assets/fonts/a.woff2',
  ];
  for (const name of names) writeFileSync(join(folder, name), '');
  expect([...webFiles({ WEB_DIST_DIR: folder })].sort()).toEqual([
    '/assets/app.js',
    '/assets/fonts/a.woff2',
    '/favicon.svg',
  ]);
});

it('returns no paths if the web app is not built', () => {
  expect([...webFiles({ WEB_DIST_DIR: join(folder, 'gone') })]).toEqual([]);
});
