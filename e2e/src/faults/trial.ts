import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { evidenceErrors } from './evidence.js';
import type { Fleet } from './fleet.js';
import { Load } from './load.js';
import type { Outcome } from './requests.js';

/** Deadline for every response in milliseconds, under any fault (docs/FAULTS.md). */
const DEADLINE_MS = 10_000;

export interface Trial {
  /** Name of the fault in the table of results. */
  readonly what: string;
  /** Causes the fault, and resolves once the fault has ended. */
  readonly fault: (load: Load) => Promise<void>;
  /** Allowed outcomes other than success. */
  readonly allowed: readonly Outcome[];
  /** Allowed outcomes, other than success, of the object store, which visitors reach directly. */
  readonly allowedOfStore?: readonly Outcome[];
  /** Milliseconds after the fault within which the last request may be rejected. */
  readonly recoversInMs: number;
}

const resultsFile = fileURLToPath(new URL('../../test-results/faults.md', import.meta.url));

/** Adds a line to the table of results. */
export function writeResult(cells: readonly string[]): void {
  const line = `| ${cells.join(' | ')} |\n`;
  mkdirSync(dirname(resultsFile), { recursive: true });
  appendFileSync(resultsFile, line);
  process.stdout.write(line);
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const formatCounts = (refusals: Record<string, number>) =>
  Object.entries(refusals)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ') || 'nothing';

/** Causes a fault under load, and checks all guarantees of the portal. */
export async function runTrial(fleet: Fleet, trial: Trial): Promise<void> {
  const load = new Load(fleet.url);
  try {
    await load.flows();
    const startedAt = performance.now();
    await trial.fault(load);
    const endedAt = performance.now();
    await load.flows(endedAt);
    await load.stop();

    const { requests, ledger } = load;
    const failures = requests.failures(startedAt);
    const recoveredMs = Math.max(0, ...failures.map(({ at, ms }) => at + ms - endedAt));
    const longestMs = requests.longest(startedAt);
    const all = requests.since(startedAt).length;
    writeResult([
      trial.what,
      seconds(endedAt - startedAt),
      `${formatCounts(requests.refusals(startedAt))} of ${all}`,
      seconds(longestMs),
      seconds(recoveredMs),
      `${ledger.leads.length} leads, ${ledger.accesses.length} accesses, ${ledger.updates} updates`,
    ]);

    const { allowed, allowedOfStore = [] } = trial;
    const unexpected = failures.filter(
      ({ kind, outcome }) => !(kind === 'store' ? allowedOfStore : allowed).includes(outcome),
    );
    expect(unexpected).toEqual([]);
    expect(failures.filter(({ outcome, retryAfter }) => outcome === 503 && !retryAfter)).toEqual([]);
    expect(longestMs).toBeLessThanOrEqual(DEADLINE_MS);
    expect(recoveredMs).toBeLessThanOrEqual(trial.recoversInMs);
    expect(fleet.unexpectedExits).toEqual([]);
    expect(await evidenceErrors(fleet.postgres.adminUrl(fleet.database.name), ledger)).toEqual([]);
  } finally {
    await load.stop();
  }
}
