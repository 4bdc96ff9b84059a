import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { freePort } from '@secure-preview/embedded';
import { until } from '@secure-preview/testing';
import { enterAsViewer } from '../support/client.js';
import { playFirstSegment } from '../support/first-segment.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { ComposeProject, CURRENT_VERSION } from './compose-project.js';
import { assertEngine, isImageAvailable, serviceOf } from './engine.js';
import { ManagedServers, ownAddress } from './managed-servers.js';
import { SecureBrowser, uploadSecurely, visitSecurely } from './secure-visit.js';

/**
 * Moves a portal in containers, by its backup, to a portal with HTTPS, different secrets and different terms. Starts
 * another portal on managed servers. Follows docs/OPERATIONS.md and docs/DEPLOYMENT.md. Run by
 * `npm run test:containers`.
 */

const PROMETHEUS_IMAGE = 'prom/prometheus:v3.5.0';
const ALERTMANAGER_IMAGE = 'prom/alertmanager:v0.28.1';
const jobs = ['analytics-service', 'auth-service', 'gateway', 'media-service', 'media-worker', 'notifier'];

let folder: string;
let files: MediaFiles;
let first: ComposeProject;
let restored: ComposeProject | undefined;
let managedProject: ComposeProject | undefined;
let servers: ManagedServers | undefined;

const backup = () => join(folder, 'portal.tar');
const secrets = () => join(folder, 'secrets');
const inSecrets = (project: ComposeProject, script: string) =>
  project.compose('run', '--rm', '-T', '--no-deps', '--entrypoint', 'sh', 'secrets', '-c', script);
/**
 * Runs a script as root, even if the tests run as another user. The folder of secrets belongs to user 1000, the
 * user of the images.
 */
const asRoot = (script: string) => {
  const inFolder = ['run', '--rm', '--volume', `${folder}:/folder`, '--workdir', '/folder'];
  return first.run('docker', [...inFolder, 'node:24-bookworm-slim', 'sh', '-ec', script]);
};
/** Writes a file that all users may read. */
function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await assertEngine();
  folder = mkdtempSync(join(tmpdir(), 'moving-'));
  chmodSync(folder, 0o755);
  files = await mediaFiles();
  first = await ComposeProject.prepare();
  await first.build();
  await first.up();
  await first.exec('auth-service', ['portal', 'reset-upload-password', '--stdin'], UPLOAD_PASSWORD);
  await publishTrailer(first.url, { title: 'Perihelion', video: files.video('mp4'), deadlineMs: 300_000 });
});
test.afterAll(async () => {
  for (const project of [first, restored, managedProject]) await project?.dispose();
  await servers?.dispose();
  if (first) await asRoot('rm -rf secrets');
  files?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test('restores a backup into an empty project, with all data', async () => {
  await first.backUp(backup());
  const reported = await Promise.all(['export-leads', 'list-trailers'].map((name) => first.portal(name)));
  await first.compose('stop');

  mkdirSync(secrets());
  writeFileSync(join(secrets(), 'redis-password'), `p@ss/w#rd%1 x?&:"'\\ü\n`);
  await asRoot('chown -R 1000:1000 secrets && chmod 700 secrets');
  const [http, https, prometheus] = [await freePort(), await freePort(), await freePort()];
  const overrides = ['deploy/compose/tls.yml', 'deploy/compose/monitoring.yml'];
  if (!isImageAvailable(PROMETHEUS_IMAGE)) {
    process.stdout.write("Prometheus's image is not available; Debian's package replaces it\n");
    overrides.push('e2e/src/containers/debian-prometheus.yml');
  }
  restored = await first.sibling(overrides, {
    SECRETS_DIR: secrets(),
    TERMS_FILE: write('terms.txt', 'Tell nobody.\n'),
    TERMS_VERSION: 'of-the-test',
    PORTAL_HOST: 'preview.localhost',
    STORE_HOST: 'media.localhost',
    TLS_HOST: '127.0.0.1',
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    PUBLIC_ORIGIN: `https://preview.localhost:${https}`,
    S3_PUBLIC_ENDPOINT: `https://media.localhost:${https}`,
    PROMETHEUS_PORT: String(prometheus),
    ALERTMANAGER_PORT: String(await freePort()),
    ALERTMANAGER_DIR: join(folder, 'alertmanager'),
  });
  await restored.compose('build');
  await restored.startFromBackup(backup());
  expect(await restored.portal('verify-storage')).toContain('none missing');
  const current = [await restored.portal('export-leads'), await restored.portal('list-trailers')];
  expect(current).toEqual(reported);
});

test('shows the trailer over HTTPS, with the configured secrets and terms', async () => {
  if (!restored) throw new Error('The backup was not restored');
  const authority = await restored.exec('tls', ['cat', '/data/caddy/pki/authorities/local/root.crt']);
  const { PUBLIC_ORIGIN = '', S3_PUBLIC_ENDPOINT = '', HTTP_PORT = '' } = restored.settings;
  const visit = await visitSecurely(PUBLIC_ORIGIN, authority);
  expect(visit.setCookie).toMatch(/; Secure/);
  expect(visit.transport).toMatch(/max-age/);
  expect([visit.stores, visit.bytes > 0]).toEqual([[S3_PUBLIC_ENDPOINT], true]);
  // One HTTP/2 connection to the portal, and one to the object store.
  expect(visit.connections).toBe(2);
  const plain = await fetch(`http://127.0.0.1:${HTTP_PORT}/`, { redirect: 'manual' });
  expect(plain.status).toBe(308);

  const secretFiles = [
    'media-secret',
    'owner-password',
    'redis-password',
    'rpc-redis-password',
    'session-secret',
  ];
  expect((await asRoot('ls secrets')).split('\n')).toEqual(expect.arrayContaining(secretFiles));
  const browser = new SecureBrowser(authority);
  const config = await browser.send(new URL('/api/config', PUBLIC_ORIGIN));
  await browser.close();
  expect(JSON.parse(config.body.toString()).terms).toMatchObject({
    version: 'of-the-test',
    text: 'Tell nobody.',
  });
  expect(await restored.portal('export-leads')).toContain('of-the-test');
});

test('accepts an upload over HTTPS, and plays it', async () => {
  if (!restored) throw new Error('The backup was not restored');
  const { PUBLIC_ORIGIN = '' } = restored.settings;
  const authority = await restored.exec('tls', ['cat', '/data/caddy/pki/authorities/local/root.crt']);
  await uploadSecurely(PUBLIC_ORIGIN, authority, 'Sent over HTTPS', readFileSync(files.video('mp4')));
  expect((await visitSecurely(PUBLIC_ORIGIN, authority)).bytes).toBeGreaterThan(0);
});

test('rotates its secrets while it runs', async () => {
  if (!restored) throw new Error('The backup was not restored');
  const portal = restored;
  const before = await inSecrets(portal, 'cat /secrets/media-secret');
  const rotate = async (change: string) => {
    await inSecrets(portal, `cd /secrets && ${change}`);
    await portal.compose('run', '--rm', '--no-deps', 'secrets');
    await portal.run('deploy/compose/rolling-update.sh', ['media-service', 'media-worker']);
  };
  await rotate('node -p "crypto.randomBytes(32).toString(\'hex\')" > media-secret-previous');
  await rotate(
    'mv media-secret old && mv media-secret-previous media-secret && mv old media-secret-previous',
  );
  expect(await inSecrets(restored, 'cat /secrets/media-secret-previous')).toBe(before);

  await inSecrets(restored, 'rm /secrets/owner-password');
  await restored.compose('run', '--rm', '--no-deps', 'secrets');
  const setPassword = `\\set new \`cat /run/database/owner-password\`
SELECT 1 / (length(:'new') > 0)::int \\g /dev/null
ALTER ROLE portal PASSWORD :'new';
`;
  await restored.exec(
    'postgres',
    ['psql', '-q', '-v', 'ON_ERROR_STOP=1', '-U', 'portal', '-d', 'portal'],
    setPassword,
  );
  expect(await inSecrets(restored, 'cat /secrets/media-secret')).not.toBe(before);
  await restored.compose('run', '--rm', '--no-deps', 'migrate');
  const authority = await restored.exec('tls', ['cat', '/data/caddy/pki/authorities/local/root.crt']);
  expect((await visitSecurely(restored.settings['PUBLIC_ORIGIN'] ?? '', authority)).bytes).toBeGreaterThan(0);
  // `up` keeps the containers that the rolling updates have created.
  const ids = async () => (await restored?.containers('media-service'))?.map(({ Id }) => Id);
  const replaced = await ids();
  await restored.up();
  expect(await ids()).toEqual(replaced);
});

test('exposes all its processes to Prometheus', async () => {
  const { PROMETHEUS_PORT = '' } = restored?.settings ?? {};
  const watched = ['node', ...jobs.map((job) => `portal-${job}`), 'probe-portal'];
  const targets = async () => {
    const answer = await fetch(`http://127.0.0.1:${PROMETHEUS_PORT}/api/v1/targets?state=active`);
    const { data } = (await answer.json()) as {
      data: { activeTargets: { labels: { job: string }; health: string }[] };
    };
    return data.activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.job);
  };
  const found = await until(
    async () => {
      const up = await targets();
      // A replaced container remains a target until Prometheus resolves its name again.
      return new Set(up).size === watched.length && up.length === watched.length ? up : undefined;
    },
    { deadlineMs: 90_000, everyMs: 1000, what: 'every target to be up, once' },
  );
  expect(found.sort()).toEqual(watched);
});

test('sends an alert to a webhook when a process is stopped', async () => {
  if (!isImageAvailable(ALERTMANAGER_IMAGE)) {
    process.stdout.write("Alertmanager's image is not available; this test sends no alert\n");
    await restored?.compose('stop');
    return;
  }
  const alerts: string[] = [];
  const webhook = createServer((request, response) => {
    text(request).then(
      (body) => alerts.push(body),
      (error: unknown) => alerts.push(String(error)),
    );
    response.end();
  });
  await new Promise<void>((resolve) => webhook.listen(0, resolve));
  const { port } = webhook.address() as AddressInfo;
  mkdirSync(join(folder, 'alertmanager'));
  write(
    'alertmanager/alertmanager.yml',
    JSON.stringify({
      route: { receiver: 'test', group_wait: '1s' },
      receivers: [{ name: 'test', webhook_configs: [{ url: `http://${ownAddress()}:${port}/` }] }],
    }),
  );
  try {
    await restored?.compose('--profile', 'alerts', 'up', '--detach', 'alertmanager');
    await restored?.compose('stop', 'media-worker');
    await until(() => alerts.some((body) => /PortalProcess(Absent|Down)/.test(body)), {
      deadlineMs: 300_000,
      everyMs: 1000,
      what: 'the alert',
    });
  } finally {
    webhook.close();
    await restored?.compose('--profile', 'alerts', 'stop');
  }
});

test('runs on managed Postgres, Redis and storage, and starts no such server itself', async () => {
  const image = `secure-preview-object-store:${CURRENT_VERSION}`;
  await first.run('docker', [
    'build',
    '-q',
    '-f',
    'deploy/Dockerfile',
    '--target',
    'object-store',
    '-t',
    image,
    '.',
  ]);
  servers = await ManagedServers.start(image);
  const managed = ['postgres', 'redis', 'store'].map((name) => `deploy/compose/managed-${name}.yml`);
  managedProject = await first.sibling(managed, servers.settings);
  await managedProject.up();
  const services = (await managedProject.containers()).map(serviceOf).sort();
  expect(services).toEqual([...jobs, 'migrate', 'proxy', 'rpc-redis', 'secrets'].sort());
  await managedProject.exec('auth-service', ['portal', 'reset-upload-password', '--stdin'], UPLOAD_PASSWORD);
  await publishTrailer(managedProject.url, {
    title: 'Aphelion',
    video: files.video('mp4'),
    deadlineMs: 300_000,
  });
  const { address, content } = await playFirstSegment(await enterAsViewer(managedProject.url));
  expect(address.origin).toBe(servers.settings['S3_ENDPOINT']);
  expect(content.includes('moof')).toBe(true);
  // Throws with the output when the doctor finds a problem.
  await managedProject.portal('doctor', '--portal-url', managedProject.url);
});
