import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ReleaseOptions, release } from '../../release/release.mjs';
import { ReleaseError } from '../../release/versions.mjs';
import { workspaceRoot } from '../workspace/projects.js';

const files = {
  'package.json': '{\n  "name": "portal",\n  "version": "0.1.0"\n}\n',
  'libs/a/package.json': '{\n  "name": "a",\n  "version": "0.1.0",\n  "type": "module"\n}\n',
  'package-lock.json': JSON.stringify({
    version: '0.1.0',
    packages: {
      '': { version: '0.1.0' },
      'libs/a': { version: '0.1.0', license: 'MIT' },
      'libs/a/node_modules/zod': { version: '0.1.0' },
      'node_modules/zod': { version: '0.1.0' },
    },
  }),
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### Added\n\n- The gate.\n',
  'docs/KUBERNETES.md': 'export PORTAL_VERSION=0.1.0\n',
  'docs/api/openapi.json': '{ "openapi": "3.1.0", "info": { "version": "0.1.0" } }\n',
  'libs/contracts/src/openapi/document.ts': `const info = { openapi: '3.1.0', version: '0.1.0' };\n`,
  'deploy/kubernetes/overlays/example/kustomization.yaml':
    'images:\n  - { name: a, newTag: "0.1.0" }\n  - { name: b, newTag: "0.1.0" }\n',
  'libs/contracts/wire/auth.snap.json': '{ "auth.try": {} }\n',
};

const names = { settings: ['PORT'], commands: ['backup'] };

let root: string;
let log: string[];
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const commit = () => {
  git('add', '.');
  git('commit', '--quiet', '-m', 'test: change');
};
const make = (version: string, options: Partial<ReleaseOptions> = {}) =>
  release(root, {
    version,
    date: '2026-02-03',
    dryRun: false,
    test: async () => true,
    describeBuild: async () => ({ names, schemas: { auth: 'CREATE SCHEMA auth;\n' } }),
    log: (line) => log.push(line),
    ...options,
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  log = [];
  git('init', '--quiet');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.com');
  for (const [path, text] of Object.entries(files)) write(path, text);
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a release', () => {
  it('sets the version everywhere except in installed packages', async () => {
    await make('1.0.0');
    expect(JSON.parse(read('package.json'))).toEqual({ name: 'portal', version: '1.0.0' });
    expect(read('libs/a/package.json')).toBe(files['libs/a/package.json'].replace('0.1.0', '1.0.0'));
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      version: '1.0.0',
      packages: {
        '': { version: '1.0.0' },
        'libs/a': { version: '1.0.0', license: 'MIT' },
        'libs/a/node_modules/zod': { version: '0.1.0' },
        'node_modules/zod': { version: '0.1.0' },
      },
    });
    expect(read('docs/KUBERNETES.md')).toBe('export PORTAL_VERSION=1.0.0\n');
    expect(read('libs/contracts/src/openapi/document.ts')).toBe(
      `const info = { openapi: '3.1.0', version: '1.0.0' };\n`,
    );
    expect(read('deploy/kubernetes/overlays/example/kustomization.yaml')).toBe(
      'images:\n  - { name: a, newTag: "1.0.0" }\n  - { name: b, newTag: "1.0.0" }\n',
    );
  });

  it('writes the changelog and a snapshot', async () => {
    await make('1.0.0');
    expect(read('CHANGELOG.md')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-02-03\n\n### Added\n\n- The gate.\n',
    );
    expect(git('ls-files', 'docs/releases').split('\n')).toEqual([
      'docs/releases/1.0.0/names.json',
      'docs/releases/1.0.0/openapi.json',
      'docs/releases/1.0.0/schema/auth.sql',
      'docs/releases/1.0.0/wire/auth.snap.json',
    ]);
    expect(read('docs/releases/1.0.0/openapi.json')).toBe(
      '{ "openapi": "3.1.0", "info": { "version": "1.0.0" } }\n',
    );
    expect(read('docs/releases/1.0.0/schema/auth.sql')).toBe('CREATE SCHEMA auth;\n');
    expect(JSON.parse(read('docs/releases/1.0.0/names.json'))).toEqual(names);
    expect(read('docs/releases/1.0.0/wire/auth.snap.json')).toBe(files['libs/contracts/wire/auth.snap.json']);
  });

  it('creates one commit with an annotated tag that lists the changes', async () => {
    await make('1.0.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): v1.0.0');
    expect(git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(git('cat-file', '-t', 'v1.0.0')).toBe('tag');
    expect(git('tag', '--list', '--format=%(contents)')).toBe('v1.0.0\n\n### Added\n\n- The gate.');
    expect(git('rev-parse', 'v1.0.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  });

  it('sorts releases by number, not as text', async () => {
    await make('1.9.0');
    appendFileSync(join(root, 'unrelated'), 'more');
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- Captions.\n'));
    commit();
    await make('1.10.0');
    expect(git('tag', '--list').split('\n')).toEqual(['v1.10.0', 'v1.9.0']);
    expect(read('CHANGELOG.md')).toContain(
      '## 1.10.0 - 2026-02-03\n\n- Captions.\n\n## 1.9.0 - 2026-02-03\n',
    );
  });
});

it('does not change the version of OpenAPI when the portal has the same version', async () => {
  await make('3.1.0');
  write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- Captions.\n'));
  commit();
  await make('3.2.0');
  expect(read('libs/contracts/src/openapi/document.ts')).toBe(
    `const info = { openapi: '3.1.0', version: '3.2.0' };\n`,
  );
});

describe('a dry run', () => {
  it('prints the changes, runs no test and changes nothing', async () => {
    const never = () => Promise.reject(new Error('not in a dry run'));
    await make('1.0.0', { dryRun: true, test: never, describeBuild: never });
    const printed = log.join('\n');
    expect(printed).toContain('libs/a/package.json\n');
    expect(printed).toContain('docs/releases/1.0.0/wire/auth.snap.json\n');
    expect(printed).toContain('chore(release): v1.0.0');
    expect(printed).toContain('- The gate.');
    expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['', '']);
  });
});

describe('a rejected release', () => {
  it.each<[name: string, message: string, version: string, prepare: () => void, ReleaseOptions['test']?]>([
    ['a name instead of a version', '"next" is not a version', 'next', () => undefined],
    ['the last version again', '1.0.0 is not greater than 1.0.0', '1.0.0', () => git('tag', 'v1.0.0')],
    ['an older version', '1.9.0 is not greater than 1.10.0', '1.9.0', () => git('tag', 'v1.10.0')],
    [
      'an empty section of the changelog',
      'has no entries',
      '1.0.0',
      () => {
        write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n');
        commit();
      },
    ],
    [
      'a document without the version',
      'docs/KUBERNETES.md must contain the version 0.1.0 and no other. It contains none.',
      '1.0.0',
      () => {
        write('docs/KUBERNETES.md', 'no version');
        commit();
      },
    ],
    [
      'an image of another version',
      'kustomization.yaml must contain the version 0.1.0 and no other. It contains 0.1.0, 0.0.9.',
      '1.0.0',
      () => {
        write(
          'deploy/kubernetes/overlays/example/kustomization.yaml',
          'images: [{ newTag: "0.1.0" }, { newTag: "0.0.9" }]\n',
        );
        commit();
      },
    ],
    ['failed tests', 'The tests failed', '1.0.0', () => undefined, async () => false],
  ])('changes nothing for %s', async (_name, message, version, prepare, test = async () => true) => {
    prepare();
    const before = [git('rev-parse', 'HEAD'), git('tag', '--list')];
    await expect(make(version, { test })).rejects.toThrow(message);
    expect([git('rev-parse', 'HEAD'), git('tag', '--list')]).toEqual(before);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('restores the written files when the commit fails, reports the reason, and allows a retry', async () => {
    const hook = join(root, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "The hook rejects it." >&2\nexit 1\n', { mode: 0o755 });
    const head = git('rev-parse', 'HEAD');
    const error = await make('1.0.0').catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(ReleaseError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The commit failed.*\nThe hook rejects it\.$/),
    });
    expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]).toEqual(['', head, '']);
    expect(existsSync(join(root, 'docs/releases'))).toBe(false);
    rmSync(hook);
    await make('1.0.0');
    expect(git('tag')).toBe('v1.0.0');
  });

  it('does not touch other files when the commit fails', async () => {
    const describeBuild = async () => {
      write('.git/hooks/pre-commit', '#!/bin/sh\necho mine > docs/releases/notes\nexit 1\n');
      chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
      return { names, schemas: {} };
    };
    await expect(make('1.0.0', { describeBuild })).rejects.toThrow('The commit failed');
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('?? docs/releases/notes');
  });

  it('lists files that are not committed', async () => {
    write('notes.txt', 'draft');
    await expect(make('1.0.0')).rejects.toThrow('?? notes.txt');
    expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['?? notes.txt', '']);
  });

  it('lists files that the tests changed', async () => {
    const test = async () => {
      write('docs/gate.png', 'new');
      return true;
    };
    await expect(make('1.0.0', { test })).rejects.toThrow('?? docs/gate.png');
    expect(read('package.json')).toBe(files['package.json']);
  });
});

it.each([[[]], [['1.0.0', '2.0.0']], [['1.0.0', '--force']]])(
  'prints the usage when called with %j',
  (args) => {
    const script = join(workspaceRoot, 'tools/checks/release.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    expect(stderr).toContain('Usage: npm run release -- <version> [--dry-run] [--no-test]');
    expect(status).toBe(1);
  },
);
