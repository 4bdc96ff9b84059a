import { mkdir } from 'node:fs/promises';
import { report } from '../report.js';
import { cachePath } from './cache.js';
import { chosenRows } from './rows.js';

export const deadlineMinutes = 360;

/** Checks how copies are named, on simulated evidence and with marked films. */
export async function run(): Promise<void> {
  await mkdir(cachePath(), { recursive: true });
  await report('marking', await chosenRows(process.env['BENCH_ROWS']));
}
