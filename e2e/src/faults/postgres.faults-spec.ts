import { test } from '@playwright/test';
import { until } from '@secure-preview/testing';
import type { Fleet } from './fleet.js';
import type { Load } from './load.js';
import { holdLocks, makeSlowable, slowDown, takeAllConnections } from './postgres-faults.js';
import { startShowingFleet, takesFilms } from './showing-fleet.js';
import { tryOut } from './trial.js';

let fleet: Fleet;

test.beforeAll(async () => {
  fleet = await startShowingFleet();
  await makeSlowable(fleet);
});
test.afterAll(() => fleet?.dispose());

const until30AreRefused = (load: Load) => load.isRefused(30);
/** Waits until this many more visitors were admitted. */
const untilLet = async (load: Load, count: number) => {
  const { length } = load.ledger.leads;
  await until(() => load.ledger.leads.length >= length + count, { deadlineMs: 60_000 });
};

test('survives a time without free connections', async () => {
  await tryOut(fleet, {
    what: 'Postgres: all connections taken by others',
    fault: (load) => takeAllConnections(fleet, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('survives locked tables', async () => {
  await tryOut(fleet, {
    what: 'Postgres: tables locked by others',
    fault: (load) => holdLocks(fleet, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

// The second is longer than a caller waits before its second attempt, and shorter than its timeout.
for (const seconds of [0.5, 2.5]) {
  test(`survives writes that take ${seconds} s for each row`, async () => {
    await tryOut(fleet, {
      what: `Postgres: each row written takes ${seconds} s`,
      fault: (load) => slowDown(fleet, seconds, () => untilLet(load, 12)),
      allowed: [],
      recoversInMs: 0,
    });
  });
}

test('survives writes that take longer than any deadline', async () => {
  await tryOut(fleet, {
    what: 'Postgres: each row written takes 8 s',
    fault: (load) => slowDown(fleet, 8, () => until30AreRefused(load)),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('processes and shows films after all faults', async () => {
  await takesFilms(fleet);
});
