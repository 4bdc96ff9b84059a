import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'folder-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('creates the folder and its parents for their owner alone, and returns the topmost', () => {
    expect(makeFolder(join(dir, 'a', 'b'))).toBe(join(dir, 'a'));
    expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'a', 'b')).isDirectory()).toBe(true);
    expect(makeFolder(join(dir, 'a', 'b'))).toBeUndefined();
  });

  it('throws if the path is a file', () => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => makeFolder(join(dir, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(dir, 'file', 'a'))).toThrow(/EEXIST|ENOTDIR/);
  });

  it('throws in a file system that does not allow new folders', () => {
    expect(() => makeFolder('/proc/nope/data')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});
