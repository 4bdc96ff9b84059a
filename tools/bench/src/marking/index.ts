import { report } from '../report.js';
import { boundRows } from './bound/bound-rows.js';

export const deadlineMinutes = 120;

/** Checks how copies are named. Each part returns its rows. */
export async function run(): Promise<void> {
  await report('marking', await boundRows());
}
