import type { Request } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Public paths: the files of the app, and the calls that the gate needs. */
const PUBLIC =
  /^\/(|index\.html|upload|favicon[\w.-]*|[\w-]+\.(svg|png|ico|txt|webmanifest)|assets\/[\w./-]+|api\/config|api\/auth\/(status|lead-capture)|api\/health\/\w+)$/;
/** Lifetime of a session in milliseconds, set by a restart of the portal. Long enough to watch the trailer. */
const SESSION_MS = 60_000;

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

let portal: TestPortal;
let uploader: Client;
/** All requests of pages to the portal, by method and path. */
const recordedRequests = new Map<string, RecordedRequest>();
/** All URLs of the store that pages requested or the portal returned. */
const storeAddresses = new Set<string>();

function record(request: Request): void {
  const url = new URL(request.url());
  if (!/^https?:$/.test(url.protocol)) return;
  if (url.origin !== portal.url) {
    storeAddresses.add(url.href);
    return;
  }
  const path = url.pathname + url.search;
  recordedRequests.set(`${request.method()} ${path}`, {
    method: request.method(),
    path,
    body: request.postData(),
  });
}
const SEGMENT = /\/segments\/[\w.-]+$/;
const isPublic = ({ path }: RecordedRequest) => PUBLIC.test(path.split('?')[0] ?? '');
const guarded = () => [...recordedRequests.values()].filter((request) => !isPublic(request));
const media = () => guarded().filter(({ path }) => path.startsWith('/api/media/'));
const first = (pattern: RegExp) =>
  media().find(({ path }) => pattern.test(path))?.path ?? `nothing like ${pattern}`;

/** Repeats the requests of the page; returns the status of each. */
async function replay(client: Client, what: readonly RecordedRequest[]): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const { method, path, body } of what) {
    const headers = { origin: portal.url, ...(body === null ? {} : { 'content-type': 'application/json' }) };
    const answer = await client.call(method, path, { headers, ...(body === null ? {} : { body }) });
    answers[`${method} ${path}`] = answer.status;
  }
  return answers;
}
const allAre = (status: number, what: readonly RecordedRequest[]) =>
  Object.fromEntries(what.map(({ method, path }) => [`${method} ${path}`, status]));

/** Records every URL in playlists and trailers, including URLs that this browser did not request. */
async function recordAllMedia(client: Client): Promise<void> {
  const pathsIn = (playlist: string) =>
    [...playlist.matchAll(/^\/\S+$|URI="([^"]+)"/gm)].map(([line, uri]) => uri ?? line);
  const get = (path: string) => {
    recordedRequests.set(`GET ${path}`, { method: 'GET', path, body: null });
    return client.get(path);
  };
  const { filePath, captions } = (await client.get('/api/active-trailer')).json();
  for (const { path } of captions) await get(path);
  for (const rendition of pathsIn((await get(filePath)).text)) {
    for (const path of pathsIn((await get(rendition)).text)) {
      const answer = await get(path);
      const location = answer.headers.get('location');
      if (location) storeAddresses.add(location);
    }
  }
}

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files }) => {
  portal = await startTestPortal();
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.repeat(files.video('mp4', 2, [854, 480]), 5),
    poster: files.image(1280, 720),
  });
  const { id } = (await uploader.get('/api/active-trailer')).json();
  const text = 'WEBVTT\n\n00:00.500 --> 00:04.000\nIs anybody there?\n';
  const captions = await uploader.post(`/api/trailers/${id}/captions`, { language: 'en', text });
  expect(captions.status).toBe(201);
  await until(async () => (await uploader.get('/api/trailers')).json()[0].finished === true, {
    deadlineMs: 240_000,
    everyMs: 200,
    what: 'the trailer to be processed in all sizes',
  });
});
test.afterAll(async () => {
  await portal?.dispose();
});

test('plays a trailer with playlists, a key, segments, a poster and captions', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', path: null });
  visitor.context.on('request', record);
  await visitor.page.goto(portal.url);
  await visitor.enter('Ingrid Bergström', 'ingrid@example.com');
  await visitor.watch(2);
  await visitor.page.evaluate(() => {
    for (const track of document.querySelector('video')?.textTracks ?? []) track.mode = 'showing';
  });
  await visitor.page.waitForFunction(() => document.querySelector('video')?.ended, undefined, {
    timeout: 90_000,
  });
  await visitor.openUploadPage();
  await visitor.page.goto(portal.url);
  await expect(visitor.page.getByRole('button', { name: 'Exit' })).toBeVisible();
  await visitor.leave();
  // The page requests the URLs of the next segments in advance, so it needs no redirects.
  expect(media().filter(({ path }) => SEGMENT.test(path))).toEqual([]);
  const viewer = await enterAsViewer(portal.url);
  await recordAllMedia(viewer);
  for (const kind of [
    /\/master\.m3u8$/,
    /\/renditions\/[\w-]+\/playlist\.m3u8$/,
    /\/keys\/[\w-]+$/,
    SEGMENT,
    /\/segments\/[\w.-]+\/urls\?with=[\w-]+$/,
    /\/posters\/[\w-]+$/,
    /\/captions\/[\w-]+$/,
  ])
    expect(first(kind)).toMatch(kind);
  expect(storeAddresses.size).toBeGreaterThan(4);
  const answers = Object.values(await replay(viewer, media()));
  expect(answers.filter((status) => status !== 200 && status !== 302)).toEqual([]);
});

test('serves no media without a session', async () => {
  expect(guarded().length).toBeGreaterThan(media().length);
  expect(await replay(new Client(portal.url), guarded())).toEqual(allAre(401, guarded()));
  const forged = new Client(portal.url);
  forged.cookies.set('sp.sid', 's%3Amade-up.signature');
  expect(await replay(forged, guarded())).toEqual(allAre(401, guarded()));
});

test('serves no media to a session after its visit was ended, and still serves other sessions', async () => {
  const [endedViewer, other] = [
    await enterAsViewer(portal.url, 'Ended Visit'),
    await enterAsViewer(portal.url, 'Another'),
  ];
  expect((await endedViewer.get(first(/\/keys\//))).status).toBe(200);
  const leads = (await uploader.get('/api/lead-captures?q=Ended%20Visit')).json() as { id: string }[];
  expect(leads).toHaveLength(1);
  expect((await uploader.post(`/api/lead-captures/${leads[0]?.id}/end-visit`)).status).toBe(200);
  expect(await replay(endedViewer, guarded())).toEqual(allAre(403, guarded()));
  expect((await other.get(first(/\/keys\//))).status).toBe(200);
});

test('serves no media to a session that signed out, even with its old cookie', async () => {
  const leaving = await enterAsViewer(portal.url);
  const copy = leaving.copy();
  expect((await copy.get(first(/\/keys\//))).status).toBe(200);
  expect((await leaving.post('/api/auth/logout')).status).toBe(200);
  expect(await replay(copy, guarded())).toEqual(allAre(401, guarded()));
});

test('forbids caching of media, and sends keys of 16 bytes', async () => {
  const viewer = await enterAsViewer(portal.url);
  for (const { path } of media()) {
    const { headers } = await viewer.get(path);
    expect([path, headers.get('cache-control'), headers.get('etag')]).toEqual([path, 'no-store', null]);
  }
  const key = await viewer.get(first(/\/keys\//));
  expect([key.headers.get('content-type'), key.headers.get('content-length')]).toEqual([
    'application/octet-stream',
    '16',
  ]);
});

test.describe('a URL of the store', () => {
  test('is signed for at most a minute, and is rejected when changed', async () => {
    for (const href of storeAddresses) {
      const url = new URL(href);
      expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    }
    const viewer = await enterAsViewer(portal.url);
    const segments = media().filter(({ path }) => SEGMENT.test(path));
    const [request, second] = await Promise.all(
      [segments.at(-1), segments.at(-2)].map(async (segment) =>
        String((await viewer.get(segment?.path ?? '')).headers.get('location')),
      ),
    );
    const status = async (href: string | URL) => (await fetch(href)).status;
    expect(await status(request ?? '')).toBe(200);
    const longer = new URL(request ?? '');
    longer.searchParams.set('X-Amz-Expires', '3600');
    expect(await status(longer)).toBe(403);
    const another = new URL(request ?? '');
    another.pathname = new URL(second ?? '').pathname;
    expect(await status(another)).toBe(403);
    expect(await status((request ?? '').split('?')[0] ?? '')).toBe(403);
    expect(await status(new URL('/', request))).toBe(403);
  });

  test('returns content that is unplayable without the key', async () => {
    const viewer = await enterAsViewer(portal.url);
    for (const { path } of media().filter((request) => /\/segments\/[\w-]+\.m4s$/.test(request.path))) {
      const location = String((await viewer.get(path)).headers.get('location'));
      const bytes = Buffer.from(await (await fetch(location)).arrayBuffer());
      // Whole blocks (RFC 8216, 4.3.2.4), without the boxes at the start of a segment.
      expect(bytes.length % 16).toBe(0);
      expect(bytes.subarray(4, 8).toString('latin1')).not.toMatch(/^(styp|moof|sidx|ftyp)$/);
    }
  });
});

test.describe('a replaced version', () => {
  let viewer: Client;
  let mediaRequests: RecordedRequest[];
  const refused = async (client: Client) =>
    Object.entries(await replay(client, mediaRequests)).filter(([, status]) => ![200, 302].includes(status));

  test.beforeAll(async ({ files }) => {
    viewer = await enterAsViewer(portal.url, 'In the Middle');
    expect((await viewer.get(first(/\/master\.m3u8$/))).status).toBe(200);
    mediaRequests = media().filter(({ path }) => !path.endsWith('/master.m3u8'));
    await publishTrailer(portal.url, {
      title: 'Aphelion',
      video: files.repeat(files.video('mp4', 6, [320, 180]), 10),
    });
  });

  test('is unavailable to a session that has not opened it', async () => {
    const other = await enterAsViewer(portal.url, 'Somebody Else');
    expect((await other.get((await other.get('/api/active-trailer')).json().filePath)).status).toBe(200);
    // Renditions are cached for a few seconds.
    await until(async () => (await refused(other)).length === mediaRequests.length, {
      deadlineMs: 60_000,
      everyMs: 500,
      what: 'the previous version to be unavailable to others',
    });
    expect(await replay(other, media())).toEqual(allAre(404, media()));
  });

  test('stays available to its current viewer and to the administrator', async () => {
    for (const client of [viewer, await enterAsUploader(portal.url)])
      expect(await refused(client)).toEqual([]);
    expect((await viewer.get(first(/\/master\.m3u8$/))).status).toBe(404);
    expect((await viewer.post('/api/auth/logout')).status).toBe(200);
    expect(await replay(viewer, mediaRequests)).toEqual(allAre(401, mediaRequests));
  });

  test('is no longer available to a session that previewed it and lost the uploader level', async () => {
    const former = await enterAsUploader(portal.url);
    expect((await former.get(first(/\/master\.m3u8$/))).status).toBe(200);
    expect(await refused(former)).toEqual([]);
    const other = await enterAsUploader(portal.url);
    const change = (currentPassword: string, newPassword: string) =>
      other.post('/api/auth/change-upload-password', { currentPassword, newPassword });
    expect((await change(UPLOAD_PASSWORD, 'another password for tests')).status).toBe(200);
    expect(await replay(former, media())).toEqual(allAre(404, media()));
    expect((await change('another password for tests', UPLOAD_PASSWORD)).status).toBe(200);
    expect(await refused(other)).toEqual([]);
  });

  test('plays to the end on a page opened before the replacement', async ({ browser }) => {
    const visitor = await Visitor.arrive(browser, portal.url, {
      device: 'enlarged',
      as: await enterAsViewer(portal.url),
    });
    const { page } = visitor;
    await visitor.watch(0.2);
    await page.evaluate(() => document.querySelector('video')?.pause());
    const [other, admin] = [await enterAsViewer(portal.url), await enterAsUploader(portal.url)];
    const master = (await admin.get((await admin.get('/api/active-trailer')).json().filePath)).text;
    const [rendition = ''] = /^\/\S+$/m.exec(master) ?? [];
    const trailers = (await admin.get('/api/trailers')).json() as { id: string; title: string }[];
    const before = trailers.find(({ title }) => title === 'Perihelion');
    expect((await admin.post(`/api/trailers/${before?.id}/activate`)).status).toBe(200);
    await until(async () => (await other.get(rendition)).status === 404, {
      deadlineMs: 60_000,
      everyMs: 500,
      what: 'the previous version to be shown',
    });
    // Beyond the player's buffer.
    await page.evaluate(async () => {
      const video = document.querySelector('video');
      if (!video) return;
      video.currentTime = video.duration - 3;
      await video.play();
    });
    await page.waitForFunction(() => document.querySelector('video')?.ended, undefined, { timeout: 90_000 });
  });
});

test.describe('after a restart with other settings', () => {
  let expiring: { viewer: Client; entered: number };

  test.beforeAll(async () => {
    const entered = Date.now();
    expiring = { viewer: await enterAsViewer(portal.url), entered };
    expect((await expiring.viewer.get(first(/\/keys\//))).status).toBe(200);
    await portal.restart({
      MEDIA_DELIVERY: 'proxy',
      SESSION_ABSOLUTE_DAYS: String(SESSION_MS / 86_400_000),
    });
  });

  test.describe('where browsers cannot reach the store', () => {
    test('proxies everything through the portal, including ranges, and only for sessions', async ({
      browser,
    }) => {
      const visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', path: null });
      const before = storeAddresses.size;
      visitor.context.on('request', record);
      await visitor.page.goto(portal.url);
      await visitor.enter('Ingrid Bergström', 'ingrid@example.com');
      await visitor.watch(3);
      await visitor.leave();
      expect(storeAddresses.size).toBe(before);
      const viewer = await enterAsViewer(portal.url);
      const segment = first(/\/segments\/[\w-]+\.m4s$/);
      const whole = await viewer.get(segment);
      expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('location')]).toEqual([
        200,
        'no-store',
        null,
      ]);
      const part = await viewer.get(segment, { headers: { range: 'bytes=16-31' } });
      expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([
        206,
        '16',
        `bytes 16-31/${whole.headers.get('content-length')}`,
      ]);
      expect(await replay(new Client(portal.url), guarded())).toEqual(allAre(401, guarded()));
    });
  });

  test.describe('an expired session', () => {
    test('gets no media', async () => {
      const fresh = await enterAsViewer(portal.url);
      expect((await fresh.get(first(/\/keys\//))).status).toBe(200);
      await until(async () => (await expiring.viewer.get(first(/\/keys\//))).status === 401, {
        deadlineMs: SESSION_MS + 40_000,
        everyMs: 500,
        what: 'the session to end',
      });
      expect(Date.now() - expiring.entered).toBeGreaterThanOrEqual(SESSION_MS);
      expect(await replay(expiring.viewer, guarded())).toEqual(allAre(401, guarded()));
    });
  });
});

// Runs last, because the URLs have expired by then.
test('rejects every URL of the store a minute later', async () => {
  const opened = async () => {
    const answers = await Promise.all([...storeAddresses].map(async (href) => (await fetch(href)).status));
    return answers.every((status) => status === 403);
  };
  await until(opened, {
    deadlineMs: 120_000,
    everyMs: 1000,
    what: 'every issued URL to expire',
  });
});
