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

/** Runs the schedule until it announces its next backup. @returns how many it made, and when the next is due */
async function schedule(time = inMinutes(10), outcome: () => Promise<number> = async () => 0) {
  const stop = new AbortController();
  let [made, next] = [0, 0];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    const [, due] = /^Next backup: (\S+)\n$/.exec(String(text)) ?? [];
    if (due !== undefined) {
      next = Date.parse(due);
      stop.abort();
    }
    return true;
  });
  const makeBackup = async () => {
    made += 1;
    const code = await outcome();
    if (code === 0) put(0);
    return code;
  };
  expect(await runDaily(dir, time, makeBackup, stop.signal)).toBe(0);
  write.mockRestore();
  return { made, next };
}
const within = (milliseconds: number) => Date.now() + milliseconds;

it('makes the first backup at once, and the next at the time of day', async () => {
  const { made, next } = await schedule();
  expect(made).toBe(1);
  expect(next).toBeLessThanOrEqual(within(10 * MINUTE));
});

it('makes no backup after a restart, before its time', async () => {
  put(23 * 60 * MINUTE);
  expect(await schedule()).toMatchObject({ made: 0 });
});

it('makes a backup at once when the last one is older than a day, or its time was missed', async () => {
  put(DAY + MINUTE);
  expect(await schedule()).toMatchObject({ made: 1 });
  rmSync(dir, { recursive: true });
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
  put(10 * MINUTE);
  expect(await schedule(inMinutes(-5))).toMatchObject({ made: 1 });
});

it('makes none at once, and the next at the time of day, after the clock was ahead', async () => {
  put(-2 * DAY);
  const { made, next } = await schedule();
  expect(made).toBe(0);
  expect(next).toBeLessThanOrEqual(within(DAY));
});

it.each([
  ['fails', () => Promise.reject(new Error('No backup was written.'))],
  ['is incomplete', async () => 1],
])('waits before it tries again when a backup %s', async (_what, outcome) => {
  const { made, next } = await schedule(inMinutes(10), outcome);
  expect(made).toBe(1);
  expect(next).toBeGreaterThan(within(59 * MINUTE));
});

it('waits, and does not end, while the folder is missing', async () => {
  rmSync(dir, { recursive: true });
  expect(await schedule()).toMatchObject({ made: 0 });
  dir = mkdtempSync(join(tmpdir(), 'daily-'));
});

it.each([
  ['2026-05-01T03:00:00', '2026-05-01T03:30:00'],
  ['2026-05-01T03:30:00', '2026-05-02T03:30:00'],
  ['2026-12-31T04:00:00', '2027-01-01T03:30:00'],
])('follows %s with %s', (after, next) => {
  expect(nextTime(new Date(after), { hours: 3, minutes: 30 })).toEqual(new Date(next));
});
