import { expect, test } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Client, enterAsViewer } from '../support/client.js';
import { playFirstSegment } from '../support/first-segment.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { ComposeProject, CURRENT_VERSION } from './compose-project.js';
import { duringVisits } from './crowd.js';
import { assertEngine, type Container, imageBytes, serviceOf, userIds } from './engine.js';
import { timed } from './timed.js';

/**
 * The whole portal as `docker compose up` creates it. Needs a Docker engine; run by `npm run
 * test:containers`.
 */

const MEGABYTE = 1_000_000;
/** Bytes that an image may add to its base. */
const budgets: readonly [image: string, base: string, megabytes: number][] = [
  ['gateway', 'node:24-bookworm-slim', 150],
  ['auth-service', 'node:24-bookworm-slim', 150],
  ['analytics-service', 'node:24-bookworm-slim', 150],
  ['media-service', 'node:24-bookworm-slim', 650],
  ['migrate', 'node:24-bookworm-slim', 150],
  ['secrets', 'node:24-bookworm-slim', 150],
  ['portal', 'node:24-bookworm-slim', 650],
  ['proxy', 'nginx:stable-bookworm', 150],
  ['tls', 'debian:bookworm-slim', 100],
];
const oneShotServices = ['migrate', 'secrets'];
const runningServices = [
  'proxy',
  'gateway',
  'auth-service',
  'analytics-service',
  'media-service',
  'media-worker',
  'notifier',
  'postgres',
  'redis',
  'rpc-redis',
  'object-store',
  'store-server',
];
const REPLICAS = {
  gateway: 3,
  'auth-service': 3,
  'media-service': 2,
  'media-worker': 2,
  'analytics-service': 3,
  notifier: 2,
};
const scaleOptions = Object.entries(REPLICAS).flatMap(([service, count]) => [
  '--scale',
  `${service}=${count}`,
]);
/** Enough requests to reach each of three gateways. */
const REQUESTS = 30;

let project: ComposeProject;
let files: MediaFiles;
let uploader: Client;

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await assertEngine();
  files = await mediaFiles();
  project = await ComposeProject.prepare({ LEADS_PER_MINUTE_PER_IP: '100000' });
  await timed('docker compose build', () => project.build());
  await timed('docker compose build with HTTPS', () =>
    project.withTls('preview.localhost', 'media.localhost').compose('build', 'tls'),
  );
  await timed('cold docker compose up, until all are healthy', () => project.up());
});
test.afterAll(async () => {
  await project?.dispose();
  files?.dispose();
});

/** Returns the names of the checks that a long-running container fails. */
async function findings(container: Container): Promise<string[]> {
  const { Config, State, HostConfig } = container;
  const checks: Record<string, boolean> = {
    healthy: State.Status === 'running' && State.Health?.Status === 'healthy',
    'an unprivileged user': !['', '0', 'root'].includes(Config.User.split(':')[0] ?? ''),
    'no root process': !(await userIds(container.Id)).includes('0'),
    'read-only root': HostConfig.ReadonlyRootfs,
    'memory limit': HostConfig.Memory > 0,
    'processor limit': HostConfig.NanoCpus > 0 || HostConfig.CpuQuota > 0,
    'process limit': (HostConfig.PidsLimit ?? 0) > 0,
    'no capabilities': HostConfig.CapDrop?.includes('ALL') ?? false,
    'no new privileges': HostConfig.SecurityOpt?.includes('no-new-privileges:true') ?? false,
    'restart policy': HostConfig.RestartPolicy.Name === 'unless-stopped',
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

async function findingsOfAll(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const container of await project.containers()) {
    const service = serviceOf(container);
    if (oneShotServices.includes(service)) continue;
    found[service] = [...(found[service] ?? []), ...(await findings(container))];
  }
  return found;
}
const noFindings = Object.fromEntries(runningServices.map((service) => [service, []]));

test('runs every container healthy, without root, on a read-only root and within limits', async () => {
  expect(await findingsOfAll()).toEqual(noFindings);
  const ended = (await project.containers()).filter((container) =>
    oneShotServices.includes(serviceOf(container)),
  );
  expect(ended.map((container) => [serviceOf(container), container.State.ExitCode]).sort()).toEqual([
    ['migrate', 0],
    ['secrets', 0],
  ]);
});

for (const [image, base, megabytes] of budgets) {
  test(`keeps the image of ${image} within its size`, async () => {
    const added =
      ((await imageBytes(`secure-preview-${image}:${CURRENT_VERSION}`)) - (await imageBytes(base))) /
      MEGABYTE;
    process.stdout.write(`image ${image}: ${added.toFixed(0)} MB above ${base}\n`);
    expect(added).toBeLessThanOrEqual(megabytes);
  });
}

test('prints the first upload password once, and accepts a new one', async () => {
  expect(await project.compose('logs', 'auth-service')).toMatch(/[Uu]pload password/);
  await project.exec('auth-service', ['portal', 'reset-upload-password', '--stdin'], UPLOAD_PASSWORD);
});

test('accepts a video at the URL that browsers use, and plays it', async () => {
  uploader = await timed('upload of a 6 s video, until playable', () =>
    publishTrailer(project.url, { title: 'Perihelion', video: files.video('mp4'), deadlineMs: 300_000 }),
  );
  const { address, content } = await playFirstSegment(uploader);
  expect(address.host).toBe(project.storeHost);
  expect(content.includes('moof')).toBe(true);
});

test('keeps every object when the object store is killed after the upload', async () => {
  await project.compose('kill', 'store-server');
  await timed('restart of the killed object store', async () => {
    await project.compose('start', 'store-server');
    const areHealthy = async () => Object.values(await findingsOfAll()).every((list) => list.length === 0);
    await until(areHealthy, { deadlineMs: 120_000, everyMs: 1000, what: 'all containers to be healthy' });
  });
  expect(await project.exec('media-service', ['portal', 'verify-storage'])).toContain('none missing');
  expect((await playFirstSegment(uploader)).content.includes('moof')).toBe(true);
});

test('accepts forwarded client addresses only from its own proxies', async () => {
  const name = 'Somebody From Elsewhere';
  const answer = await fetch(new URL('/api/auth/lead-capture', project.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify({ name, email: 'else@example.com', termsAccepted: 'true' }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  const leads = (await uploader.get('/api/lead-captures')).json() as { name: string; ipAddress: string }[];
  const lead = leads.find((candidate) => candidate.name === name);
  const proxies = (await project.containers('proxy')).flatMap(({ NetworkSettings }) =>
    Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
  );
  expect(JSON.stringify(lead)).not.toContain('6.6.6.6');
  expect(proxies.filter((ip) => JSON.stringify(lead).includes(`"${ip}"`))).toEqual([]);
});

test('gives the media worker no network access to gateways and Redis', async () => {
  const ports = { postgres: 5432, gateway: 3000, redis: 6379, 'rpc-redis': 6379 };
  const script = `for (const [host, port] of Object.entries(${JSON.stringify(ports)})) {
    const socket = require('node:net').connect({ host, port });
    socket.on('connect', () => { console.log(host); socket.destroy(); }).on('error', () => undefined);
  }`;
  expect((await project.exec('media-worker', ['node', '-e', script])).trim()).toBe('postgres');
});

test('never writes an entered password to a file of Redis', async () => {
  const count = (service: string, text: string) =>
    project.exec(service, ['sh', '-c', `grep -ral "${text}" /data /tmp | wc -l`]);
  expect(Number(await count('redis', 'portal:session'))).toBeGreaterThan(0);
  for (const service of ['redis', 'rpc-redis'])
    expect([service, Number(await count(service, UPLOAD_PASSWORD))]).toEqual([service, 0]);
});

test('finds no difference between storage and database', async () => {
  expect(await project.exec('media-service', ['portal', 'verify-storage'])).toContain('none missing');
});

test('passes all checks of the doctor, with and without HTTPS', async () => {
  // Throws with the output when the doctor finds a problem.
  const run = ['run', '--rm', '-T', '--no-deps', 'portal', 'doctor'];
  const reported = await project.compose(...run, '--portal-url', project.url);
  expect(reported).toMatch(/^ {2}warning {2}browsers +the storage cannot be reached from here/m);
  const secure = await project.withTls('preview.localhost', 'media.localhost').compose(...run);
  expect(secure).toContain('https://media.localhost');
});

test('scales every application', async () => {
  await timed('scaling up', () => project.compose('up', '--detach', '--wait', '--no-build', ...scaleOptions));
  for (const [service, count] of Object.entries(REPLICAS)) {
    expect([service, (await project.containers(service)).length]).toEqual([service, count]);
  }
  expect(await findingsOfAll()).toEqual(noFindings);

  const ids = Array.from({ length: REQUESTS }, (_, index) => `container-test-${index}`);
  for (const id of ids) {
    expect((await uploader.get('/api/active-trailer', { headers: { 'x-request-id': id } })).status).toBe(200);
  }
  for (const { Id } of await project.containers('gateway')) {
    const log = await project.run('docker', ['logs', Id]);
    expect(ids.some((id) => log.includes(`"${id}"`))).toBe(true);
  }
  await Promise.all(ids.map(async () => playFirstSegment(await enterAsViewer(project.url))));
});

test('replaces one container at a time without a failed request', async () => {
  const before = new Set((await project.containers()).map(({ Id }) => Id));
  await duringVisits(project.url, async () => {
    const reported = await timed('rolling update of 13 containers', () =>
      project.run('deploy/compose/rolling-update.sh', []),
    );
    for (const [service, count] of Object.entries(REPLICAS))
      expect(reported).toContain(`${service}: ${count} replaced`);
  });
  for (const [service, count] of Object.entries(REPLICAS)) {
    const current = await project.containers(service);
    expect([service, current.length, current.filter(({ Id }) => before.has(Id)).length]).toEqual([
      service,
      count,
      0,
    ]);
  }
  expect(await findingsOfAll()).toEqual(noFindings);
});

test('rolls back a new container that does not become healthy, and keeps the running containers', async () => {
  // This program exits at once, because it has no write permission.
  const broken = 'secure-preview-analytics-service:containers-broken';
  await project.run('docker', ['tag', `secure-preview-secrets:${CURRENT_VERSION}`, broken]);
  const ids = async () => (await project.containers('analytics-service')).map(({ Id }) => Id).sort();
  const before = await ids();
  try {
    const update = ['PORTAL_VERSION=containers-broken', 'deploy/compose/rolling-update.sh'];
    await expect(project.run('env', [...update, 'analytics-service'])).rejects.toThrow('was removed');
  } finally {
    await project.run('docker', ['rmi', broken]);
  }
  expect(await ids()).toEqual(before);
  expect(await findingsOfAll()).toEqual(noFindings);
});

test('stops cleanly, and shows the trailer after the next start', async () => {
  await timed('stopping all', () => project.compose('stop'));
  const codes = (await project.containers()).map((container) => [
    serviceOf(container),
    container.State.ExitCode,
  ]);
  expect(codes.filter(([, code]) => code !== 0)).toEqual([]);
  await timed('starting all again', () =>
    project.compose('up', '--detach', '--wait', '--no-build', ...scaleOptions),
  );
  expect((await playFirstSegment(uploader)).content.includes('moof')).toBe(true);
});
