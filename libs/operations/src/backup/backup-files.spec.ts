import { backupName, expiredBackups } from './backup-files.js';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 3, 30));
/** Creates backups of these days of January, newest first. A negative day is an incomplete backup. */
const files = (...days: number[]) =>
  days.map((number) => ({
    name: backupName(day(Math.abs(number)), number > 0),
    time: day(Math.abs(number)).getTime(),
    isWhole: number > 0,
  }));
const expired = (days: number[], keep: number, written = days[0] ?? 0) =>
  expiredBackups(files(...days), keep, backupName(day(Math.abs(written)), written > 0)).map(
    ({ time, isWhole }) => new Date(time).getUTCDate() * (isWhole ? 1 : -1),
  );

it.each([
  ['the oldest backups when there are more than the limit', [5, 4, 3, 2], 2, [3, 2]],
  ['no backup while there are fewer than the limit', [5, 4], 3, []],
  ['incomplete backups older than all remaining complete backups', [5, 4, -3, 2], 2, [-3, 2]],
  ['no incomplete backup newer than the oldest remaining complete backup', [5, -4, 3], 2, []],
  ['no complete backup because of an incomplete one', [-6, 5, 4, 3], 2, []],
  ['incomplete backups when there are more than the limit', [-6, -5, -4, 3], 2, [-4]],
])('removes %s', (_name, days, keep, removed) => {
  expect(expired(days, keep).sort()).toEqual([...removed].sort());
});

it('keeps the backup just written, even if older ones have later names', () => {
  expect(expired([20, 19, 5], 1, 5)).toEqual([19]);
});
