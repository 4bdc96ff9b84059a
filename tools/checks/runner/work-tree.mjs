import { spawnSync } from 'node:child_process';
import { root } from './specs.mjs';

/**
 * Returns the new and changed files of a checkout, one line of `git status` each.
 *
 * @param {string} [cwd]
 * @returns {Set<string>} empty without a repository
 */
export function uncommittedFiles(cwd = root) {
  const args = ['status', '--porcelain', '--untracked-files=all'];
  const { stdout, stderr, status } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0 && !/not a git repository/.test(stderr ?? '')) {
    throw new Error(`Cannot list the changed files: ${stderr ?? 'git is missing'}`);
  }
  return new Set((stdout ?? '').split('\n').filter((line) => line !== ''));
}
