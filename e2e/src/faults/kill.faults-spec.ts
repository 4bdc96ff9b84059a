import { expect, test } from '@playwright/test';
import { type Client, enterAsUploader } from '../support/client.js';
import { type Fleet, replicasOf } from './fleet.js';
import type { Load } from './load.js';
import { startShowingFleet, takesFilms } from './showing-fleet.js';
import { tryOut } from './trial.js';

let fleet: Fleet;
/** Signed in before any fault. */
let uploader: Client;

test.beforeAll(async () => {
  fleet = await startShowingFleet();
  uploader = await enterAsUploader(fleet.url);
});
test.afterAll(() => fleet?.dispose());

for (const service of ['auth-service', 'media-service', 'analytics-service', 'gateway'] as const) {
  test(`survives kill -9 of each replica of ${service}, one after another`, async () => {
    await tryOut(fleet, {
      what: `kill -9: each ${service} in turn`,
      fault: async () => {
        for (const name of replicasOf(service)) await fleet.replace(name, 'SIGKILL');
      },
      // A killed gateway drops its requests; calls to a service are sent to another replica.
      allowed: service === 'gateway' ? [503] : [],
      recoversInMs: 1_000,
    });
  });
}

for (const service of ['auth-service', 'media-service', 'analytics-service'] as const) {
  test(`survives kill -9 of all replicas of ${service} at once`, async () => {
    await tryOut(fleet, {
      what: `kill -9: all of ${service} at once`,
      fault: async () => {
        await Promise.all(replicasOf(service).map((name) => fleet.replace(name, 'SIGKILL')));
      },
      allowed: [503, 504],
      recoversInMs: 5_000,
    });
  });
}

const away = async (load: Load, end: () => Promise<void>, back: () => Promise<void>) => {
  await end();
  await load.isRefused(30);
  await back();
};

test('survives kill -9 of Redis', async () => {
  await tryOut(fleet, {
    what: 'kill -9: Redis',
    fault: (load) => away(load, fleet.redis.kill9, fleet.redis.restart),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
  expect((await uploader.get('/api/lead-captures?limit=1')).status).toBe(200);
});

test('survives kill -9 of Postgres', async () => {
  await tryOut(fleet, {
    what: 'kill -9: Postgres',
    fault: (load) => away(load, fleet.postgres.kill9, fleet.postgres.restart),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('survives kill -9 of the object store', async () => {
  await tryOut(fleet, {
    what: 'kill -9: the object store',
    fault: (load) => away(load, fleet.objectStore.kill9, fleet.objectStore.restart),
    allowed: [],
    allowedOfStore: ['broken'],
    recoversInMs: 5_000,
  });
});

test('processes and shows films after all faults', async () => {
  await takesFilms(fleet);
});
