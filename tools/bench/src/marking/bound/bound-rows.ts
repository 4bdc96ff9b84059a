import type { Row } from '../../report.js';
import { innocentRows } from './innocents.js';
import { mixRows } from './mixes.js';
import { pairBoundRows } from './pair-bound.js';
import { randomCodewordRows } from './random-codewords.js';
import { tailRows } from './tails.js';
import { timeRows } from './times.js';

/** Checks the bound on wrong names, on simulated evidence (docs/forensic-marking.md). */
export function boundRows(): Row[] {
  const parts = [randomCodewordRows, tailRows, pairBoundRows, innocentRows, mixRows, timeRows];
  return parts.flatMap((part) => {
    console.log(`${new Date().toISOString()} ${part.name}`);
    return part();
  });
}
