import { expect, test } from '@playwright/test';
import { type Client, enterAsUploader } from '../support/client.js';
import { type Fleet, replicasOf } from './fleet.js';
import { publishAnotherTrailer, startFleetWithTrailer } from './fleet-with-trailer.js';
import type { Load } from './load.js';
import { runTrial } from './trial.js';

let fleet: Fleet;
/** Administrator that signed in before the first fault. */
let uploader: Client;

test.beforeAll(async () => {
  fleet = await startFleetWithTrailer();
  uploader = await enterAsUploader(fleet.url);
});
test.afterAll(() => fleet?.dispose());

for (const service of ['auth-service', 'media-service', 'analytics-service', 'gateway'] as const) {
  test(`survives kill -9 of each replica of ${service}, one after another`, async () => {
    await runTrial(fleet, {
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
    await runTrial(fleet, {
      what: `kill -9: all of ${service} at once`,
      fault: async () => {
        await Promise.all(replicasOf(service).map((name) => fleet.replace(name, 'SIGKILL')));
      },
      allowed: [503, 504],
      recoversInMs: 5_000,
    });
  });
}

const takeDown = async (load: Load, stop: () => Promise<void>, restart: () => Promise<void>) => {
  await stop();
  await load.isRefused(30);
  await restart();
};

test('survives kill -9 of Redis', async () => {
  await runTrial(fleet, {
    what: 'kill -9: Redis',
    fault: (load) => takeDown(load, fleet.redis.kill9, fleet.redis.restart),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
  expect((await uploader.get('/api/lead-captures?limit=1')).status).toBe(200);
});

test('survives kill -9 of Postgres', async () => {
  await runTrial(fleet, {
    what: 'kill -9: Postgres',
    fault: (load) => takeDown(load, fleet.postgres.kill9, fleet.postgres.restart),
    allowed: [503, 504],
    recoversInMs: 5_000,
  });
});

test('survives kill -9 of the object store', async () => {
  await runTrial(fleet, {
    what: 'kill -9: the object store',
    fault: (load) => takeDown(load, fleet.objectStore.kill9, fleet.objectStore.restart),
    allowed: [],
    allowedOfStore: ['broken'],
    recoversInMs: 5_000,
  });
});

test('processes and shows another trailer after all faults', async () => {
  await publishAnotherTrailer(fleet);
});
