import { createDecipheriv } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, withClient } from '@secure-preview/embedded';
import { type StartedPortal, startPortal } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { dataDirOf, runPortalCommand } from '../support/portal-command.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let restored: StartedPortal | undefined;
let uploader: Client;
let dir: string;
let backup: string;
let savedCounts: string[];

const dataDir = () => dataDirOf(portal);
const emptyDir = () => join(dir, 'restored');

const run = (args: string[], folder = dataDir()) => runPortalCommand(args, folder);

/** Returns the row and object counts that a backup or a restore prints. */
const countsIn = (stderr: string) =>
  [...stderr.matchAll(/(\S+-service: )(?:saved|restored) (rows: [1-9]\d*)|objects: [1-9]\d*/g)]
    .map(([text, service, rows]) => (rows === undefined ? text : `${service}${rows}`))
    .sort();

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files }) => {
  portal = await startTestPortal();
  dir = mkdtempSync(join(tmpdir(), 'operations-'));
  chmodSync(dir, 0o711);
  backup = join(dir, 'portal.tar');
  const viewer = await enterAsViewer(portal.url, '=Vera Viewer');
  await viewer.post('/api/access-log');
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.video('mp4', 6, [320, 180]),
  });
  await until(async () => (await trailersOf(uploader)).every(({ finished }) => finished), {
    deadlineMs: 240_000,
    everyMs: 200,
    what: 'all sizes to be made',
  });
  await uploader.patch(`/api/trailers/${(await trailersOf(uploader))[0]?.id}/description`, {
    description: '<p>Coming <strong>soon</strong></p>',
  });
});
test.afterAll(async () => {
  await restored?.stop();
  await portal?.dispose();
  if (dir) rmSync(dir, { recursive: true, force: true });
});

interface ListedTrailer {
  id: string;
  finished: boolean;
}
const trailersOf = async (client: Client) => (await client.get('/api/trailers')).json() as ListedTrailer[];

/** Returns all segments of the largest size, decrypted with the key from the portal. */
async function decryptedSegments(client: Client): Promise<Buffer> {
  const { filePath } = (await client.get('/api/active-trailer')).json() as { filePath: string };
  const master = (await client.get(filePath)).text;
  const [playlistPath = ''] = /^\/api\/media\/renditions\/.*$/m.exec(master) ?? [];
  const playlist = (await client.get(playlistPath)).text;
  const segments: Buffer[] = [];
  let key: { bytes: Buffer; iv: Buffer } | undefined;
  const bytesOf = async (path: string) => {
    const { headers } = await client.get(path);
    const answer = await fetch(headers.get('location') ?? '');
    if (!answer.ok) throw new Error(`the segment answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  for (const line of playlist.split('\n')) {
    const [, uri, iv = ''] = /METHOD=AES-128,URI="([^"]*)",IV=0x(\w+)/.exec(line) ?? [];
    if (uri !== undefined) {
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(new URL(uri, client.base), { headers: { cookie } });
      key = { bytes: Buffer.from(await answer.arrayBuffer()), iv: Buffer.from(iv, 'hex') };
    } else if (line.startsWith('/') && key !== undefined) {
      const decipher = createDecipheriv('aes-128-cbc', key.bytes, key.iv);
      segments.push(decipher.update(await bytesOf(line)), decipher.final());
    }
  }
  if (segments.length === 0) throw new Error(`No segment is in the playlist:\n${playlist}`);
  return Buffer.concat(segments);
}

const exportedLeads = async (folder = dataDir()) =>
  JSON.parse((await run(['export-leads', '--format', 'json'], folder)).stdout);

test('finds no problem in a healthy portal', async () => {
  const { code, stdout } = await run(['doctor']);
  expect(stdout).not.toMatch(/ERROR|warning/);
  expect(stdout).toContain(`pages of ${portal.url} upload to and read from http://`);
  expect(code).toBe(0);
});

test('lists leads and trailers, and exports leads that are safe to open in a spreadsheet', async () => {
  expect((await run(['list-leads'])).stdout).toMatch(
    /The Administrator[\s\S]*=Vera Viewer[\s\S]*Leads listed: 2 of 2\./,
  );
  expect((await run(['export-leads'])).stdout).toContain(`,'=Vera Viewer,viewer@example.com,`);
  expect((await run(['list-trailers'])).stdout).toMatch(/^\S{36} {2}shown .*“Perihelion” {2}ready\n$/);
});

const configOf = async (client: Client) => (await client.get('/api/config')).json();

test('lists the settings that an administrator changed, and resets one', async () => {
  const set = { companyName: 'Halcyon Pictures', ownerName: 'Ada' };
  expect((await uploader.patch('/api/settings', { version: 0, set })).status).toBe(200);
  expect((await run(['settings'])).stdout).toContain('companyName          "Halcyon Pictures"\n');
  expect(await run(['settings', 'reset', 'ownerName'])).toMatchObject({ code: 0 });
  await until(async () => (await configOf(uploader)).ownerName === 'Secure Preview', { deadlineMs: 20_000 });
  expect((await configOf(uploader)).companyName).toBe('Halcyon Pictures');
});

test('prints the usage for an unknown command', async () => {
  expect(await run(['leads'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown command “leads”.\n\nUsage: npm run portal -- <command>'),
  });
  expect(await run(['restore'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Missing backup/),
  });
  const missing = join(dir, 'missing');
  expect(await run(['backup', missing])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`The folder ${missing} does not exist. Create it first, or name a file`),
  });
  expect(existsSync(missing)).toBe(false);
  expect(await run(['backup', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('<folder>'),
  });
});

/** Each process with database access, and the schema of its own tables. */
const processes = [
  ['auth-service', 'auth'],
  ['analytics-service', 'analytics'],
  ['media-service', 'media'],
  ['media-worker', 'media'],
  ['notifier', 'outbox'],
] as const;
for (const [name, ownSchema] of processes) {
  test(`gives ${name} a database role without access to tables of other services`, async () => {
    const environment = readFileSync(`/proc/${portal.pids()[name]}/environ`, 'utf8').split('\0');
    const urls = environment.flatMap((line) => /^\w*DATABASE\w*URL=(.*)$/.exec(line)?.[1] ?? []);
    expect(urls).toHaveLength(1);
    await withClient(urls[0] ?? '', async (client) => {
      for (const [schema, attack] of [
        ['auth', `UPDATE auth.upload_passwords SET hash = 'of somebody else'`],
        ['auth', 'SELECT hash FROM auth.upload_passwords'],
        ['analytics', 'SELECT name, email FROM analytics.leads'],
        ['analytics', 'INSERT INTO analytics.access_log_entries DEFAULT VALUES'],
        ['media', 'SELECT wrapped FROM media.trailer_keys'],
        ['media', 'UPDATE media.active_trailers SET only_row = true'],
        ['outbox', 'SELECT recipient FROM outbox.messages'],
      ] as const) {
        if (schema !== ownSchema) await expect(client.query(attack)).rejects.toMatchObject({ code: '42501' });
      }
    });
  });
}

test('writes a backup while the portal runs, to a file that only its owner can read', async () => {
  const { code, stderr } = await run(['backup', backup]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('encrypt it') });
  savedCounts = countsIn(stderr);
  expect(savedCounts).toHaveLength(4);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(await run(['backup', backup])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--force'),
  });
});

test('refuses to restore over a running portal, and from a partial backup', async () => {
  expect(await run(['restore', backup])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The portal is running: stop it first.'),
  });
  const partialBackup = join(dir, 'half.tar');
  writeFileSync(partialBackup, readFileSync(backup), { mode: 0o600 });
  truncateSync(partialBackup, Math.floor(statSync(backup).size / 2));
  expect(await run(['restore', partialBackup], emptyDir())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not a backup, or it is incomplete'),
  });
});

test('restores a backup into an empty portal, with all data', async () => {
  const [leads, video, trailers] = [
    await exportedLeads(),
    await decryptedSegments(uploader),
    await trailersOf(uploader),
  ];
  const active = (await uploader.get('/api/active-trailer')).json();
  // If only Postgres is lost, Redis still has sessions of visitors who are not in the backup.
  const lateViewer = await enterAsViewer(portal.url);
  for (const path of ['redis/appendonlydir', 'secrets/session_secret']) {
    rmSync(join(emptyDir(), path), { recursive: true, force: true });
    cpSync(join(dataDir(), path), join(emptyDir(), path), { recursive: true });
  }
  const { code, stdout, stderr } = await run(['restore', backup], emptyDir());
  expect({ code, counts: countsIn(stderr) }).toEqual({ code: 0, counts: savedCounts });
  expect(stdout).toMatch(/^Restored the portal as it was on 20\S+Z\.\n\d+ objects in storage, none missing/);

  // Uses other secrets and another storage URL, so the restored portal does not depend on the first portal.
  await portal.stop();
  expect(await exportedLeads(emptyDir())).toEqual(leads);
  restored = await startPortal({
    dataDir: emptyDir(),
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD: 'this one is not used' },
  });
  const stranger = lateViewer.at(restored.url);
  expect((await stranger.get('/api/auth/status')).json()).toMatchObject({ authenticated: false });
  expect((await stranger.get('/api/active-trailer')).status).toBe(401);
  expect((await configOf(stranger)).companyName).toBe('Halcyon Pictures');
  const restoredUploader = await enterAsUploader(restored.url);
  expect(await trailersOf(restoredUploader)).toEqual(trailers);
  expect((await restoredUploader.get('/api/active-trailer')).json()).toEqual(active);
  expect((await decryptedSegments(restoredUploader)).equals(video)).toBe(true);
  expect((await restoredUploader.get('/api/lead-captures')).json()).toHaveLength(leads.length + 1);
});

test('verify-storage reports no difference for a stopped portal', async () => {
  const { code, stdout } = await run(['verify-storage']);
  expect(stdout).toMatch(/^\d+ objects in storage, none missing and none unknown\.\n$/);
  expect(code).toBe(0);
});

test('refuses to restore into a portal that is not empty', async () => {
  await restored?.stop();
  expect(await run(['restore', backup], emptyDir())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the portal is not empty'),
  });
});
