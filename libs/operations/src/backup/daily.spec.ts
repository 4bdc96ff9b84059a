import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

/** Runs the schedule for a moment. @returns how many backups it made */
async function made(time = inMinutes(10), outcome: () => Promise<number> = async () => 0): Promise<number> {
  const stop = new AbortController();
  let count = 0;
  const running = runDaily(
    dir,
    time,
    async () => {
      count += 1;
      const code = await outcome();
      if (code === 0) put(0);
      return code;
    },
    stop.signal,
  );
  await setTimeout(50);
  stop.abort();
  expect(await running).toBe(0);
  return count;
}

it('makes the first backup at once, and the next at the time of day', async () => {
  expect(await made()).toBe(1);
});

it('makes no backup after a restart, before its time', async () => {
  put(23 * 60 * MINUTE);
  expect(await made()).toBe(0);
});

it('makes a backup at once when the last one is older than a day, or its time was missed', async () => {
  put(DAY + MINUTE);
  expect(await made()).toBe(1);
  rmSync(dir, { recursive: true });
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
  put(10 * MINUTE);
  expect(await made(inMinutes(-5))).toBe(1);
});

it('makes one backup, not many, after the clock was ahead', async () => {
  put(-2 * DAY);
  expect(await made()).toBe(0);
});

it.each([
  ['fails', () => Promise.reject(new Error('No backup was written.'))],
  ['is incomplete', async () => 1],
])('waits before it tries again when a backup %s', async (_what, outcome) => {
  expect(await made(inMinutes(10), outcome)).toBe(1);
});

it('waits, and does not end, while the folder is missing', async () => {
  rmSync(dir, { recursive: true });
  expect(await made()).toBe(0);
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
});

it.each([
  ['2026-05-01T03:00:00', '2026-05-01T03:30:00'],
  ['2026-05-01T03:30:00', '2026-05-02T03:30:00'],
  ['2026-12-31T04:00:00', '2027-01-01T03:30:00'],
])('follows %s with %s', (after, next) => {
  expect(nextTime(new Date(after), { hours: 3, minutes: 30 })).toEqual(new Date(next));
});
