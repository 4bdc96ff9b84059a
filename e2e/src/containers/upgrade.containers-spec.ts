import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { playFirstSegment } from '../support/first-segment.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { ComposeProject, CURRENT_VERSION } from './compose-project.js';
import { duringVisits } from './crowd.js';
import { assertEngine } from './engine.js';
import { exportLastRelease, type ReleasedSources } from './released-sources.js';
import { timed } from './timed.js';

/**
 * Upgrades a portal of the last release to the working tree and back, with images that are built from the commit of
 * that release. Follows docs/DEPLOYMENT.md, "Upgrade". Needs a Docker engine; run by `npm run test:containers`.
 */

/** Applications in the order of a rollback. */
const applications = ['gateway', 'auth-service', 'analytics-service', 'media-service', 'media-worker'];
const proxies = ['proxy', 'object-store'];
const services = [...applications, ...proxies];
const NAME = 'A Lead Of The Release';

let files: MediaFiles;
let sources: ReleasedSources;
let release: ComposeProject;
let current: ComposeProject;
let restored: ComposeProject | undefined;
let uploader: Client;
/** Data that the released version stored. */
let stored: Awaited<ReturnType<typeof readStored>>;

const backup = () => join(sources.folder, 'portal.tar');
const update = (project: ComposeProject, ...names: string[]) =>
  timed(['rolling-update.sh', ...names].join(' '), () =>
    project.run('deploy/compose/rolling-update.sh', names),
  );

/** Returns the lead and the trailers in the form that the pages receive. */
async function readStored(client: Client) {
  const leads = await client.get(`/api/lead-captures?q=${encodeURIComponent(NAME)}`);
  const trailers = await client.get('/api/trailers');
  return { leads: leads.json() as object[], trailers: trailers.json() as { finished: boolean }[] };
}

/** Expects everything that the release stored, possibly with new fields, and that the trailer plays. */
async function expectStored(client: Client): Promise<void> {
  expect(await readStored(client)).toMatchObject(stored);
  expect((await playFirstSegment(client)).content.includes('moof')).toBe(true);
}

/** Expects one container of each application and proxy, with the image of a project's version. */
async function expectImages(project: ComposeProject): Promise<void> {
  const found = await Promise.all(services.map((service) => project.containers(service)));
  const tags = found.flat().map(({ Config }) => Config.Image.replace(/^.*:/, ''));
  expect(tags).toEqual(services.map(() => project.settings['PORTAL_VERSION']));
}

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  sources = exportLastRelease();
  await assertEngine();
  files = await mediaFiles();
  current = await ComposeProject.prepare({ LEADS_PER_MINUTE_PER_IP: '100000' });
  release = current.withSources(sources.folder, `${CURRENT_VERSION}-${sources.version}`);
  await timed(`build of version ${sources.version}`, () => release.build());
  await timed('build of the working tree', () => current.build());
  await release.up();
  await release.exec('auth-service', ['portal', 'reset-upload-password', '--stdin'], UPLOAD_PASSWORD);
  uploader = await publishTrailer(release.url, {
    title: 'Perihelion',
    video: files.video('mp4'),
    deadlineMs: 300_000,
  });
  await enterAsViewer(release.url, NAME);
  stored = await until(
    async () => {
      const found = await readStored(uploader);
      return found.trailers.every(({ finished }) => finished) ? found : undefined;
    },
    { deadlineMs: 120_000, everyMs: 500, what: 'the trailer to be finished' },
  );
  expect([stored.leads.length, stored.trailers.length]).toEqual([1, 1]);
  await release.backUp(backup());
});
test.afterAll(async () => {
  await restored?.dispose();
  await current?.dispose();
  files?.dispose();
  sources?.dispose();
});

test('upgrades the last release without a failed request, and keeps its data', async () => {
  await duringVisits(current.url, async () => {
    await update(current, 'secrets', 'migrate');
    await update(current);
  });
  await update(current, ...proxies);
  await expectImages(current);
  await expectStored(uploader);
});

test('rolls back to the last release without a failed request, on the newer schema', async () => {
  await duringVisits(current.url, async () => {
    await update(release, ...applications);
  });
  await update(release, ...proxies);
  await expectImages(release);
  await expectStored(uploader);
});

test('restores a backup of the last release', async () => {
  await current.compose('stop');
  restored = await current.sibling();
  await restored.startFromBackup(backup());
  expect(await restored.portal('verify-storage')).toContain('none missing');
  await expectStored(await enterAsUploader(restored.url));
});
