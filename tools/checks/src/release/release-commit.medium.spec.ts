import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseCommit } from '../../release/release-commit.mjs';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** Commits a file and returns the commit. */
function commit(path: string, text: string): string {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  git('add', '.');
  git('commit', '--quiet', '-m', 'test: change');
  return git('rev-parse', 'HEAD');
}

let released: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-commit-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.com');
  commit('README.md', 'first');
  released = commit('docs/releases/1.0.0/openapi.json', '{}');
  commit('docs/releases/1.0.0/openapi.json', '{ }');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('returns the commit of an annotated tag', () => {
  git('tag', '--annotate', 'v1.0.0', '-m', 'v1.0.0', 'HEAD');
  expect(releaseCommit(root, '1.0.0')).toBe(git('rev-parse', 'HEAD'));
});

it('returns the commit that added the snapshot, without tags', () => {
  expect(releaseCommit(root, '1.0.0')).toBe(released);
});

it('rejects a version without a commit', () => {
  expect(() => releaseCommit(root, '1.1.0')).toThrow('No commit adds docs/releases/1.1.0/openapi.json.');
});

it('rejects a shallow clone without the tag', () => {
  const clone = mkdtempSync(join(tmpdir(), 'release-commit-'));
  try {
    git('clone', '--quiet', '--depth', '1', `file://${root}`, clone);
    expect(() => releaseCommit(clone, '1.0.0')).toThrow('This shallow clone lacks v1.0.0.');
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
