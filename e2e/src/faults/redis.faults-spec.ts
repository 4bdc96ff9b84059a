import { expect, test } from '@playwright/test';
import type { ServiceName } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { type Fleet, type ReplicaName, replicasOf } from './fleet.js';
import { Relay, type Way } from './relay.js';
import { startShowingFleet } from './showing-fleet.js';
import { tryOut } from './trial.js';

const relays = new Map<ReplicaName, Relay>();
let fleet: Fleet;

test.beforeAll(async () => {
  fleet = await startShowingFleet({
    redisUrlOf: async (name, url) => {
      const address = new URL(url);
      const relay = await Relay.to(Number(address.port));
      relays.set(name, relay);
      address.port = String(relay.port);
      return address.href;
    },
  });
});
test.afterAll(async () => {
  await fleet?.dispose();
  await Promise.all([...relays.values()].map((relay) => relay.close()));
});

/** Resolves once each replica reaches Redis through its relay; lost connections come back by themselves. */
const relaysOf = (names: readonly ReplicaName[]) =>
  Promise.all(
    names.map((name) =>
      until(
        () => {
          const relay = relays.get(name);
          return relay?.connections ? relay : undefined;
        },
        { deadlineMs: 10_000, what: `${name} to use its relay` },
      ),
    ),
  );

type End = 'goOn' | 'die';
const ends: Record<End, string> = { goOn: 'it carries again', die: 'its connections break' };
const cuts: readonly [service: ServiceName, way: Way, end: End][] = [
  ['gateway', 'to', 'goOn'],
  ['gateway', 'from', 'die'],
  ['gateway', 'both', 'goOn'],
  ['analytics-service', 'to', 'die'],
  ['analytics-service', 'from', 'goOn'],
  ['analytics-service', 'both', 'die'],
  ['media-service', 'from', 'goOn'],
];

for (const [service, way, end] of cuts) {
  test(`survives a stall between all of ${service} and Redis, way: ${way}, until (${end})`, async () => {
    const cut = await relaysOf(replicasOf(service));
    await tryOut(fleet, {
      what: `half-open: all of ${service} and Redis, ${way}; then ${ends[end]}`,
      fault: async (load) => {
        for (const relay of cut) relay.hold(way);
        await load.isRefused(30);
        for (const relay of cut) relay[end]();
      },
      allowed: [503, 504],
      recoversInMs: 10_000,
    });
  });
}

/** Milliseconds for which a caller waits for a replica before it tries another. */
const ATTEMPT_MS = 2_000;

for (const way of ['to', 'from', 'both'] as const) {
  test(`survives a stall between one of several replicas and Redis, way: ${way}`, async () => {
    const [cut] = await relaysOf(replicasOf('analytics-service'));
    await tryOut(fleet, {
      what: `half-open: one analytics-service of three and Redis, ${way}`,
      fault: async (load) => {
        const began = performance.now();
        cut?.hold(way);
        // By now, the calls it had taken have been sent to another replica.
        await until(() => performance.now() > began + 3 * ATTEMPT_MS, { deadlineMs: 60_000 });
        await load.flows(began);
        cut?.goOn();
      },
      allowed: [],
      recoversInMs: 0,
    });
  });
}

test('sends visitors through the gate again after a flush of Redis, and keeps ended visits ended', async () => {
  const uploader = await enterAsUploader(fleet.url);
  const name = 'Somebody Unwanted';
  const unwanted = await enterAsViewer(fleet.url, name);
  const { id } = (await uploader.get(`/api/lead-captures?q=${encodeURIComponent(name)}`)).json()[0];
  expect((await uploader.post(`/api/lead-captures/${id}/end-visit`)).status).toBe(200);
  await tryOut(fleet, {
    what: 'Redis flushed',
    fault: () => fleet.redis.flush(),
    allowed: [401, 503, 504],
    recoversInMs: 5_000,
  });
  expect((await unwanted.get('/api/active-trailer')).status).toBe(401);
  expect((await uploader.get('/api/lead-captures')).status).toBe(401);
  const again = await until(() => enterAsUploader(fleet.url), { deadlineMs: 30_000, everyMs: 500 });
  await until(
    async () => {
      const found = await again.get(`/api/lead-captures?q=${encodeURIComponent(name)}`);
      return found.status === 200 && found.json()[0].visitEnded === true;
    },
    { deadlineMs: 30_000, everyMs: 500, what: 'the upload page to open and to know whose visit is ended' },
  );
});
