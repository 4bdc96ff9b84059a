import { test } from '@playwright/test';
import { type Fleet, replicaNames } from './fleet.js';
import { startFleetWithTrailer } from './fleet-with-trailer.js';
import { runTrial } from './trial.js';

let fleet: Fleet;

test.beforeAll(async () => {
  fleet = await startFleetWithTrailer();
});
test.afterAll(() => fleet?.dispose());

test('rejects no request during a rolling restart of every replica of every service', async () => {
  await runTrial(fleet, {
    what: `SIGTERM: all ${replicaNames.length} replicas in turn`,
    fault: async () => {
      for (const name of replicaNames) await fleet.replace(name, 'SIGTERM');
    },
    allowed: [],
    recoversInMs: 0,
  });
});

for (const name of ['redis', 'postgres', 'objectStore'] as const) {
  test(`survives a restart of ${name}, which has a single instance`, async () => {
    await runTrial(fleet, {
      what: `restart: ${name}`,
      fault: () => fleet[name].restart(),
      allowed: name === 'objectStore' ? [] : [503, 504],
      allowedOfStore: name === 'objectStore' ? ['broken'] : [],
      recoversInMs: 5_000,
    });
  });
}
