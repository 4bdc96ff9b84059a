import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uncommittedFiles } from '../../runner/work-tree.mjs';

describe('uncommittedFiles', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'work-tree-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('returns new and changed files', () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'ignore' });
    const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
    writeFileSync(join(dir, 'changed.png'), 'before');
    git('init');
    git('add', '.');
    git(...author, 'commit', '--no-verify', '-m', 'test: begin');
    expect(uncommittedFiles(dir)).toEqual(new Set());
    writeFileSync(join(dir, 'changed.png'), 'after');
    writeFileSync(join(dir, 'new.png'), 'after');
    expect(uncommittedFiles(dir)).toEqual(new Set([' M changed.png', '?? new.png']));
  });

  it('returns nothing outside a repository', () => {
    expect(uncommittedFiles(dir)).toEqual(new Set());
  });
});
