import { test } from '@playwright/test';
import { until } from '@secure-preview/testing';
import type { Fleet } from './fleet.js';
import { publishAnotherTrailer, startFleetWithTrailer } from './fleet-with-trailer.js';
import type { Load } from './load.js';
import { holdLocks, makeSlowable, slowDown, takeAllConnections } from './postgres-faults.js';
import { runTrial } from './trial.js';

let fleet: Fleet;

test.beforeAll(async () => {
  fleet = await startFleetWithTrailer();
  await makeSlowable(fleet);
});
test.afterAll(() => fleet?.dispose());

const until30AreRefused = (load: Load) => load.isRefused(30);
/** Waits until this many more visitors were admitted. */
const untilAdmitted = async (load: Load, count: number) => {
  const { length } = load.ledger.leads;
  await until(() => load.ledger.leads.length >= length + count, {
    deadlineMs: 60_000,
    what: `${count} more leads`,
  });
};

test('survives a period without free connections', async () => {
  await runTrial(fleet, {
    what: 'Postgres: all connections taken by others',
    fault: (load) => takeAllConnections(fleet, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('survives locked tables', async () => {
  await runTrial(fleet, {
    what: 'Postgres: tables locked by others',
    fault: (load) => holdLocks(fleet, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

// The second delay is longer than the wait before a second attempt, and shorter than the timeout.
for (const seconds of [0.5, 2.5]) {
  test(`survives writes that take ${seconds} s for each row`, async () => {
    await runTrial(fleet, {
      what: `Postgres: each row written takes ${seconds} s`,
      fault: (load) => slowDown(fleet, seconds, () => untilAdmitted(load, 12)),
      allowed: [],
      recoversInMs: 0,
    });
  });
}

test('survives writes that take longer than any deadline', async () => {
  await runTrial(fleet, {
    what: 'Postgres: each row written takes 8 s',
    fault: (load) => slowDown(fleet, 8, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('processes and shows another trailer after all faults', async () => {
  await publishAnotherTrailer(fleet);
});
