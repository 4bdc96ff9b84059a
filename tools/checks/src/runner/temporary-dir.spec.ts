import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporaryDir, removeLeftovers } from '../../runner/temporary-dir.mjs';

describe('the temporary folder of a run', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'parent-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('is removed by a later run if its own run was killed', () => {
    // No process has this id: it exceeds the maximum of Linux.
    const [ended, running, other] = [
      'secure-preview-tests-5000000',
      `secure-preview-tests-${process.pid}`,
      'x',
    ].map((name) => join(parent, name)) as [string, string, string];
    for (const dir of [ended, running, other]) mkdirSync(dir);
    removeLeftovers(parent);
    expect([ended, running, other].map((dir) => existsSync(dir))).toEqual([false, true, true]);
  });

  it('is not created without a file system in memory', () => {
    expect(createTemporaryDir(join(parent, 'missing'))).toBeUndefined();
    expect(createTemporaryDir('/proc')).toBeUndefined();
  });
});
