import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { backupName } from './backup-files.js';
import { nextTime, runDaily } from './daily.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** A time of day some minutes from now. */
const inMinutes = (minutes: number) => {
  const at = new Date(Date.now() + minutes * MINUTE);
  return { hours: at.getHours(), minutes: at.getMinutes() };
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
});
afterEach(() => rmSync(dir, { recursive: true }));
const put = (ageMs: number) => writeFileSync(join(dir, backupName(new Date(Date.now() - ageMs), true)), '');

/** Runs the schedule until it announces the next backup. @returns the number of backups made, and the next time */
async function schedule(time = inMinutes(10), outcome: () => Promise<number> = async () => 0) {
  const stop = new AbortController();
  let [count, next] = [0, 0];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    const [, due] = /^Next backup: (\S+)\n$/.exec(String(text)) ?? [];
    if (due !== undefined) {
      next = Date.parse(due);
      stop.abort();
    }
    return true;
  });
  const makeBackup = async () => {
    count += 1;
    const code = await outcome();
    if (code === 0) put(0);
    return code;
  };
  expect(await runDaily(dir, time, makeBackup, stop.signal)).toBe(0);
  write.mockRestore();
  return { count, next };
}
const msFromNow = (milliseconds: number) => Date.now() + milliseconds;

it('makes the first backup at once, and the next at the configured time', async () => {
  const { count, next } = await schedule();
  expect(count).toBe(1);
  expect(next).toBeLessThanOrEqual(msFromNow(10 * MINUTE));
});

it('makes no backup after a restart before the time of day', async () => {
  put(23 * 60 * MINUTE);
  expect(await schedule()).toMatchObject({ count: 0 });
});

it('makes a backup at once when the last one is older than a day or its time was missed', async () => {
  put(DAY + MINUTE);
  expect(await schedule()).toMatchObject({ count: 1 });
  rmSync(dir, { recursive: true });
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
  put(10 * MINUTE);
  expect(await schedule(inMinutes(-5))).toMatchObject({ count: 1 });
});

it('waits for the time of day after the clock was ahead', async () => {
  put(-2 * DAY);
  const { count, next } = await schedule();
  expect(count).toBe(0);
  expect(next).toBeLessThanOrEqual(msFromNow(DAY));
});

it.each([
  ['fails', () => Promise.reject(new Error('No backup was written.'))],
  ['is incomplete', async () => 1],
])('waits before it retries when a backup %s', async (_name, outcome) => {
  const { count, next } = await schedule(inMinutes(10), outcome);
  expect(count).toBe(1);
  expect(next).toBeGreaterThan(msFromNow(59 * MINUTE));
});

it('keeps waiting while the folder is missing', async () => {
  rmSync(dir, { recursive: true });
  expect(await schedule()).toMatchObject({ count: 0 });
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
});

it.each([
  ['2026-05-01T03:00:00', '2026-05-01T03:30:00'],
  ['2026-05-01T03:30:00', '2026-05-02T03:30:00'],
  ['2026-12-31T04:00:00', '2027-01-01T03:30:00'],
])('schedules the next backup after %s at %s', (after, next) => {
  expect(nextTime(new Date(after), { hours: 3, minutes: 30 })).toEqual(new Date(next));
});
