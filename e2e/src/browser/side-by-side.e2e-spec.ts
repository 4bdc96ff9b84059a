import { sumOf, until } from '@secure-preview/testing';
import { enterAsUploader } from '../support/client.js';
import { type AppName, migrateToNext, NextReplica } from '../support/next-version/next-version.js';
import { Visitors } from '../support/next-version/visitors.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/**
 * An upgrade in the order of operators (schemas, services, gateway) under load. The current build acts as the previous
 * version. The next version is that build with additions to schema, calls and responses.
 */

const services = ['auth-service', 'analytics-service', 'media-service'] as const;

let portal: TestPortal;
let visitors: Visitors;
const replicas = new Map<AppName, NextReplica>();

const next = (name: AppName): NextReplica => {
  const replica = replicas.get(name);
  if (!replica) throw new Error(`no ${name} of the next version`);
  return replica;
};
async function servedCalls(internalPort: number | undefined): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  return sumOf(text, 'portal_rpc_server_call_duration_seconds_count', { outcome: 'ok' }) ?? 0;
}
const servedBefore = (name: AppName) => servedCalls(portal.internalPorts()[name]);
const servedNext = (name: AppName) => servedCalls(next(name).internalPort);

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files }) => {
  portal = await startTestPortal({ LEADS_PER_MINUTE_PER_IP: '1000000' });
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
  visitors = new Visitors([portal.url]);
});
test.afterAll(async () => {
  await visitors?.end();
  await Promise.all([...replicas.values()].map((replica) => replica.end()));
  await portal?.dispose();
});
test.afterEach(() => expect(visitors.errors).toEqual([]));

test('accepts no calls in a version that is newer than the schema', async () => {
  await visitors.flow();
  for (const name of ['gateway', ...services] as const)
    replicas.set(name, await NextReplica.start(portal, name));
  for (const name of services) {
    // The service reports another state until it has reached its database.
    await until(
      async () => {
        const { status, text } = (await next(name).readiness()) ?? {};
        return status === 503 && text?.includes('migrations are missing');
      },
      { deadlineMs: 180_000, what: `${name} to report missing migrations` },
    );
  }
  await visitors.flow();
  for (const name of services) expect([name, await servedNext(name)]).toEqual([name, 0]);
});

test('keeps running during the migration to the next version, and then shares the load with it', async () => {
  await Promise.all(services.map((name) => migrateToNext(portal, name)));
  for (const name of services) await next(name).ready();
  const before = await Promise.all(services.map(servedBefore));
  const uploader = await enterAsUploader(portal.url);
  await until(
    async () => {
      await uploader.get('/api/lead-captures?limit=1');
      const current = await Promise.all(services.map(servedBefore));
      const ofNext = await Promise.all(services.map(servedNext));
      return (
        current.every((count, index) => count > (before[index] ?? 0)) && ofNext.every((count) => count > 0)
      );
    },
    { deadlineMs: 180_000, what: 'both versions of each service to answer calls' },
  );
});

test('serves one session by gateways of both versions', async ({ files }) => {
  await next('gateway').ready();
  visitors.sendTo(portal.url, next('gateway').url);
  await visitors.flow();
  // Processed by a worker of either version.
  await publishTrailer(next('gateway').url, { title: 'Aphelion', video: files.video('mp4', 4) });
  await visitors.flow();
});

test('starts the previous version on the newer schema, as in a rollback', async () => {
  for (const name of services) {
    const pid = portal.pids()[name] ?? 0;
    process.kill(pid, 'SIGTERM');
    const hasRestarted = async () => {
      const port = portal.internalPorts()[name];
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      return portal.pids()[name] !== pid && answer?.status === 200;
    };
    await until(hasRestarted, { deadlineMs: 120_000, what: `${name} of the previous version to restart` });
  }
  // Sends visitors back to the previous version's gateway, then stops the services of the next version.
  visitors.sendTo(portal.url);
  await visitors.flow();
  for (const name of ['gateway', ...services] as const)
    expect([name, await next(name).end()]).toEqual([name, 0]);
  await visitors.flow();
});

test('stores each acknowledged visitor once', async () => {
  await visitors.end();
  const uploader = await enterAsUploader(portal.url);
  const stored = new Map<string, number>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await uploader.get(
      `/api/lead-captures?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { name } of page.json() as { name: string }[]) stored.set(name, (stored.get(name) ?? 0) + 1);
    cursor = page.headers.get('x-next-cursor');
  }
  expect(visitors.acknowledged.length).toBeGreaterThan(20);
  expect(visitors.acknowledged.filter((name) => stored.get(name) !== 1)).toEqual([]);
});
