import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock, tryLock, withLock } from './lock.js';
import { identify } from './process-identity.js';

describe('a lock', () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lock-'));
    path = join(dir, 'lock');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('has one holder at a time, and its file is removed on release', () => {
    const first = tryLock(path);
    expect(tryLock(path)).toEqual({ heldBy: process.pid });
    if (!('release' in first)) throw new Error('The lock was not taken');
    first.release();
    const second = tryLock(path);
    expect(second).toHaveProperty('release');
    if ('release' in second) second.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is free when its holder has died, even if another process has its pid', () => {
    const self = identify(process.pid);
    writeFileSync(path, JSON.stringify({ ...self, startedAt: 'long ago', token: 'a' }));
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('is free when its file contains invalid JSON', () => {
    writeFileSync(path, '{"pid":');
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('is released by its holder only', () => {
    const first = tryLock(path);
    rmSync(path);
    const second = tryLock(path);
    if ('release' in first) first.release();
    expect(tryLock(path)).toEqual({ heldBy: process.pid });
    if ('release' in second) second.release();
  });

  it('can be waited for, up to a deadline', async () => {
    const order: string[] = [];
    const reportedPids: number[] = [];
    const first = await lock(path, 1_000);
    const second = withLock(
      path,
      5_000,
      async () => order.push('second'),
      (pid) => reportedPids.push(pid),
    );
    await expect(lock(path, 0)).rejects.toThrow(`Process ${process.pid} holds`);
    order.push('first');
    first.release();
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(reportedPids).toEqual([process.pid]);
  });
});
