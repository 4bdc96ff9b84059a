import { expect, test } from '@playwright/test';
import type { ServiceName } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { type Fleet, type ReplicaName, replicasOf } from './fleet.js';
import { startFleetWithTrailer } from './fleet-with-trailer.js';
import { type Direction, Relay } from './relay.js';
import { runTrial } from './trial.js';

const relays = new Map<ReplicaName, Relay>();
let fleet: Fleet;

test.beforeAll(async () => {
  fleet = await startFleetWithTrailer({
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

/** Resolves once each replica is connected to Redis through its relay. Replicas reconnect by themselves. */
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

type End = 'resume' | 'reset';
const ends: Record<End, string> = { resume: 'data flows again', reset: 'connections break' };
const cuts: readonly [service: ServiceName, direction: Direction, end: End][] = [
  ['gateway', 'to', 'resume'],
  ['gateway', 'from', 'reset'],
  ['gateway', 'both', 'resume'],
  ['analytics-service', 'to', 'reset'],
  ['analytics-service', 'from', 'resume'],
  ['analytics-service', 'both', 'reset'],
  ['media-service', 'from', 'resume'],
];

for (const [service, direction, end] of cuts) {
  test(`survives a stall between all replicas of ${service} and Redis, direction: ${direction}, until ${ends[end]}`, async () => {
    const cut = await relaysOf(replicasOf(service));
    await runTrial(fleet, {
      what: `half-open: all of ${service} and Redis, ${direction}; then ${ends[end]}`,
      fault: async (load) => {
        for (const relay of cut) relay.hold(direction);
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

for (const direction of ['to', 'from', 'both'] as const) {
  test(`survives a stall between one of several replicas and Redis, direction: ${direction}`, async () => {
    const [cut] = await relaysOf(replicasOf('analytics-service'));
    await runTrial(fleet, {
      what: `half-open: one analytics-service of three and Redis, ${direction}`,
      fault: async (load) => {
        const startedAt = performance.now();
        cut?.hold(direction);
        // By then, the calls that the replica had taken have been sent to another replica.
        await until(() => performance.now() > startedAt + 3 * ATTEMPT_MS, { deadlineMs: 60_000 });
        await load.flows(startedAt);
        cut?.resume();
      },
      allowed: [],
      recoversInMs: 0,
    });
  });
}

test('sends visitors through the gate again after a flush of Redis, and keeps ended visits ended', async () => {
  const uploader = await enterAsUploader(fleet.url);
  const name = 'Ended Visitor';
  const endedViewer = await enterAsViewer(fleet.url, name);
  const { id } = (await uploader.get(`/api/lead-captures?q=${encodeURIComponent(name)}`)).json()[0];
  expect((await uploader.post(`/api/lead-captures/${id}/end-visit`)).status).toBe(200);
  await runTrial(fleet, {
    what: 'Redis flushed',
    fault: () => fleet.redis.flush(),
    allowed: [401, 503, 504],
    recoversInMs: 5_000,
  });
  expect((await endedViewer.get('/api/active-trailer')).status).toBe(401);
  expect((await uploader.get('/api/lead-captures')).status).toBe(401);
  const newUploader = await until(() => enterAsUploader(fleet.url), { deadlineMs: 30_000, everyMs: 500 });
  await until(
    async () => {
      const found = await newUploader.get(`/api/lead-captures?q=${encodeURIComponent(name)}`);
      return found.status === 200 && found.json()[0].visitEnded === true;
    },
    { deadlineMs: 30_000, everyMs: 500, what: 'the upload page to show the ended visit' },
  );
});
