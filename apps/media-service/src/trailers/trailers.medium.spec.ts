import { randomUUID } from 'node:crypto';
import { limits, notice, type Trailer } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { ProcessingRepository } from '../processing/processing.repository.js';
import { ObjectStore } from '../storage/object-store.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { browser, call, MediaApp, put, startWorker } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { publishWithoutWorker } from '../testing/publish-without-worker.js';
import { UploadCheckService } from './upload-check.service.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});
beforeEach(async () => {
  await app.database.query('DELETE FROM media.active_trailers');
  await app.database.query('DELETE FROM media.trailers');
});

const create = (
  videoURL: string,
  more: { description?: string; posterURL?: string } = {},
  context = call(),
) => app.trailers.create({ title: 'A title', videoURL, ...more }, context);

const makeReady = (trailer: Pick<Trailer, 'id'>) => publishWithoutWorker(app, trailer);
const isActive = async (trailer: Trailer) => (await app.find(trailer.id)).active;

describe('accepting an upload', () => {
  it('answers with a trailer that is being processed', async () => {
    expect(await app.accept(video)).toMatchObject({
      title: 'A title',
      status: 'processing',
      progress: 0,
      active: false,
      videoURL: null,
      posterURL: null,
      description: null,
      failure: null,
    });
  });

  it('stores the length of segments with a marked trailer, and lists it as marked', async () => {
    const [marked, plain] = [await app.accept(video, { marked: true }), await app.accept(video)];
    const rows = await queryRows(
      app.database,
      z.object({ id: z.string(), seconds: z.number().nullable() }),
      'SELECT id, mark_segment_seconds AS seconds FROM media.trailers',
    );
    expect(new Map(rows.map(({ id, seconds }) => [id, seconds]))).toEqual(
      new Map([
        [marked.id, 0.5],
        [plain.id, null],
      ]),
    );
    expect((await app.find(marked.id)).marked).toBe(true);
    expect((await app.find(plain.id)).marked).toBe(false);
  });

  it('accepts the upload URL with or without its signature', async () => {
    const url = await app.upload('video', video);
    const { id } = await create(url.split('?')[0] ?? '');
    expect((await create(url)).id).toBe(id);
  });

  it('creates one trailer from one upload, even if the request is repeated', async () => {
    const url = await app.upload('video', video);
    const same = call();
    const trailers = await Promise.all([create(url, {}, same), create(url, {}, same), create(url)]);
    expect(new Set(trailers.map(({ id }) => id)).size).toBe(1);
    const jobs = await app.database.query('SELECT FROM media_jobs.jobs WHERE key = $1', [
      `process:${trailers[0].id}`,
    ]);
    expect(jobs).toHaveLength(1);
  });

  it('issues one upload URL for one command', async () => {
    const same = call();
    const [one, other] = await Promise.all([
      app.uploads.issue({ kind: 'video', browser }, same),
      app.uploads.issue({ kind: 'video', browser }, same),
    ]);
    expect(one.uploadURL.split('?')[0]).toBe(other.uploadURL.split('?')[0]);
  });

  it('issues a URL that accepts only the declared file', async () => {
    const file = { size: video.length, type: 'video/mp4' };
    const { uploadURL } = await app.uploads.issue({ kind: 'video', browser, file }, call());
    const send = async (body: Uint8Array, type: string) => {
      const headers = { 'content-type': type };
      return (await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(body), headers })).status;
    };
    expect(await send(Buffer.concat([video, video]), 'video/mp4')).toBe(403);
    expect(await send(video.subarray(1), 'video/mp4')).toBe(403);
    expect(await send(video, 'text/html')).toBe(403);
    await expect(create(uploadURL)).rejects.toMatchObject({ code: 'UPLOAD_MISSING' });
    expect(await send(video, 'video/mp4')).toBe(200);
    expect(await create(uploadURL)).toMatchObject({ status: 'processing' });
  });

  it.each([
    ['video', { size: limits.video.maxBytes + 1, type: 'video/mp4' }, 'VIDEO_TOO_LARGE'],
    ['poster', { size: limits.poster.maxBytes + 1 }, 'POSTER_TOO_LARGE'],
    ['video', { type: 'text/html' }, 'NOT_A_VIDEO'],
    ['poster', { type: 'image/gif', size: 1 }, 'POSTER_NOT_AN_IMAGE'],
  ] as const)('refuses to issue a URL for a %s of %j', async (kind, file, code) => {
    await expect(app.uploads.issue({ kind, browser, file }, call())).rejects.toMatchObject({ code });
  });

  it.each([
    ['another host', (url: string) => url.replace('127.0.0.1', '127.0.0.2')],
    ['another port', (url: string) => url.replace(/:\d+/, ':1')],
    ['another key', (url: string) => url.replace(/\w(?=\?)/, 'z')],
    ['a longer key', (url: string) => url.replace('?', '/more?')],
    ['a user name', (url: string) => url.replace('//', '//user@')],
    ['a fragment', (url: string) => `${url.split('?')[0]}#fragment`],
    ['no URL at all', () => 'not a URL'],
    ['a file', () => 'file:///etc/passwd'],
    ['NUL bytes', (url: string) => `${url.split('?')[0]}\0`],
  ])('rejects %s', async (_what, tamper) => {
    const url = await app.upload('video', video);
    await expect(create(tamper(url))).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD_URL' });
  });

  it('rejects the upload URL of a poster', async () => {
    const url = await app.upload('poster', video);
    await expect(create(url)).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD_URL' });
  });

  it('rejects a URL without an upload', async () => {
    const { uploadURL } = await app.uploads.issue({ kind: 'video', browser }, call());
    await expect(create(uploadURL)).rejects.toMatchObject({ code: 'UPLOAD_MISSING' });
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk', 'base64')],
    ['a text that names other files', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n')],
    ['a page', Buffer.from('<!doctype html><title>video.mp4</title>')],
    ['an archive', Buffer.from('UEsDBBQAAAAIAAAAIQ==', 'base64')],
  ])('rejects %s', async (_what, body) => {
    await expect(app.accept(body)).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
  });

  it('rejects and deletes an upload that is too large', async () => {
    const store = app.context.get(ObjectStore, { strict: false });
    const url = await app.upload('video', video);
    const key = new URL(url).pathname.split('/').at(-1) ?? '';
    const check = new UploadCheckService(store, video.length - 1);
    await expect(check.check(key)).rejects.toMatchObject({
      code: 'VIDEO_TOO_LARGE',
      params: { maxBytes: video.length - 1 },
    });
    expect(await store.facts(key)).toBeUndefined();
    await expect(create(url)).rejects.toMatchObject({ code: 'UPLOAD_MISSING' });
  });

  it('reports at once that storage is unavailable, and works after its recovery', async () => {
    const url = await app.upload('video', video);
    await servers.store.kill9();
    try {
      await expect(create(url)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    } finally {
      await servers.store.restart();
    }
    expect(await create(url)).toMatchObject({ status: 'processing' });
  });

  it('keeps the upload from being swept', async () => {
    const url = await app.upload('video', video);
    const kept = () =>
      app.database.query(
        'SELECT delete_after IS NULL AS kept FROM media.stored_objects WHERE $1 LIKE $2 || key',
        [new URL(url).pathname, '%/'],
      );
    expect(await kept()).toEqual([{ kept: false }]);
    await create(url);
    expect(await kept()).toEqual([{ kept: true }]);
  });

  it('rejects an upload that is being swept', async () => {
    const url = await app.upload('video', video);
    await app.database.query('UPDATE media.stored_objects SET deleting = true');
    await expect(create(url)).rejects.toMatchObject({ code: 'UPLOAD_MISSING' });
    expect((await app.trailers.list({}, call())).trailers).toEqual([]);
  });
});

describe('the trailer that is shown', () => {
  const shown = () => app.trailers.active({}, call());

  it('is missing while there is no trailer, or only a failed one', async () => {
    await expect(shown()).rejects.toMatchObject({ code: 'NO_ACTIVE_TRAILER' });
    const { id } = await app.accept(video);
    const worker = new ProcessingRepository(app.database);
    const attempt = { trailerId: id, attemptId: randomUUID() };
    await worker.begin(attempt, 'process-trailer');
    await worker.fail(attempt, notice('FILE_DAMAGED'), false);
    expect(await app.find(id)).toMatchObject({
      status: 'failed',
      failure: 'The file is damaged, or its picture or sound is in a format that cannot be read.',
      failureNotice: { code: 'FILE_DAMAGED', params: {} },
    });
    await expect(shown()).rejects.toMatchObject({ code: 'NO_ACTIVE_TRAILER' });
  });

  it('is the trailer being processed, without a playlist path, while there is no other trailer', async () => {
    const { id } = await app.accept(video);
    expect(await shown()).toMatchObject({ id, status: 'processing', filePath: null, progress: 0 });
    expect(await shown()).not.toHaveProperty('aspectRatio');
  });

  it('has an aspect ratio once it is playable', async () => {
    await makeReady(await app.accept(video));
    expect(await shown()).toMatchObject({ aspectRatio: 64 / 36 });
  });

  it('stays playable while the next trailer is processed, and is replaced when the next trailer is ready', async () => {
    const first = await app.accept(video);
    await makeReady(first);
    const second = await app.accept(video);
    expect(await shown()).toMatchObject({
      id: first.id,
      filePath: `/api/media/trailers/${first.id}/master.m3u8`,
    });
    await makeReady(second);
    expect(await shown()).toMatchObject({ id: second.id });
  });

  it('is not replaced by an older upload that is ready later', async () => {
    const [older, newer] = [await app.accept(video), await app.accept(video)];
    await makeReady(newer);
    await makeReady(older);
    expect(await isActive(newer)).toBe(true);
    expect(await isActive(older)).toBe(false);
  });

  it('can be chosen among the ready trailers', async () => {
    const [first, second] = [await app.accept(video), await app.accept(video)];
    await makeReady(first);
    const activate = (trailerId: string) => app.trailers.activate({ trailerId }, call());
    await expect(activate(second.id)).rejects.toMatchObject({ code: 'TRAILER_NOT_READY' });
    await makeReady(second);
    expect(await activate(first.id)).toMatchObject({ id: first.id, active: true });
    expect(await isActive(second)).toBe(false);
    await expect(activate(randomUUID())).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
    await expect(activate('nonsense')).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
  });
});

it('lists a trailer with its warning', async () => {
  const posterURL = await app.upload('poster', 'no picture');
  const { id, warning } = await app.accept(video, { posterURL });
  expect(warning).toMatch(/^The poster was not applied: /);
  expect(await app.find(id)).toMatchObject({ warning });
  expect((await app.find((await app.accept(video)).id)).warning).toBeNull();
});

describe('cancelling', () => {
  const cancel = (trailerId: string, context = call()) => app.trailers.cancel({ trailerId }, context);
  const protectedKeys = async (keys: string[]) =>
    (
      await queryRows(
        app.database,
        z.object({ key: z.string() }),
        'SELECT key FROM media.stored_objects WHERE key = ANY($1) AND delete_after IS NULL',
        [keys],
      )
    ).map(({ key }) => key);

  it('ends waiting processing at once, and releases the upload to the sweep', async () => {
    const url = await app.upload('video', video);
    const key = new URL(url).pathname.split('/').at(-1) ?? '';
    const { id } = await create(url);
    expect(await app.find(id)).toMatchObject({ finished: false });
    expect(await cancel(id)).toMatchObject({
      status: 'failed',
      finished: true,
      step: null,
      secondsLeft: null,
      failure: 'Processing was cancelled.',
    });
    expect(await protectedKeys([key])).toEqual([]);
    const worker = new ProcessingRepository(app.database);
    expect(await worker.begin({ trailerId: id, attemptId: randomUUID() }, 'process-trailer')).toBeUndefined();
    expect(await cancel(id)).toMatchObject({ status: 'failed' });
  });

  it('supersedes the attempt of the worker that is processing', async () => {
    const { id } = await app.accept(video);
    const worker = new ProcessingRepository(app.database);
    const attempt = { trailerId: id, attemptId: randomUUID() };
    await worker.begin(attempt, 'process-trailer');
    expect(await worker.report(attempt, { step: 'encode', percent: 10, secondsLeft: null })).toBe(true);
    await cancel(id);
    expect(await worker.report(attempt, { step: 'encode', percent: 11, secondsLeft: null })).toBe(false);
    await worker.fail(attempt, notice('FILE_DAMAGED'), false);
    expect(await app.find(id)).toMatchObject({ failure: 'Processing was cancelled.' });
  });

  it('leaves a playable trailer playable', async () => {
    const { id } = await app.accept(video);
    await makeReady({ id });
    await app.database.query(
      `UPDATE media.trailers SET ladder_done = false, step = 'encode', progress = 50, seconds_left = 90 WHERE id = $1`,
      [id],
    );
    expect(await app.find(id)).toMatchObject({ finished: false, secondsLeft: 90 });
    expect(await cancel(id)).toMatchObject({
      status: 'ready',
      finished: true,
      active: true,
      step: null,
      secondsLeft: null,
      progress: 100,
      failure: null,
    });
    expect((await app.find(id)).renditions).toHaveLength(1);
    expect(await cancel(id)).toMatchObject({ status: 'ready' });
  });

  it('is rejected when nothing is being processed', async () => {
    const { id } = await app.accept(video);
    await makeReady({ id });
    await app.database.query('UPDATE media.trailers SET ladder_done = true WHERE id = $1', [id]);
    await expect(cancel(id)).rejects.toMatchObject({ code: 'TRAILER_NOT_PROCESSING' });
    await expect(cancel(randomUUID())).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
    await expect(cancel('nonsense')).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
  });
});

describe('removing', () => {
  it('is possible for every trailer but the active one, and succeeds again when repeated', async () => {
    const [first, second] = [await app.accept(video), await app.accept(video)];
    await makeReady(first);
    await makeReady(second);
    await expect(app.trailers.remove({ trailerId: second.id }, call())).rejects.toMatchObject({
      code: 'TRAILER_IS_ACTIVE',
    });
    const same = call();
    const remove = () => app.trailers.remove({ trailerId: first.id }, same);
    expect(await Promise.all([remove()])).toEqual([{ ok: true }]);
    expect(await remove()).toEqual({ ok: true });
    await expect(app.trailers.remove({ trailerId: first.id }, call())).rejects.toMatchObject({
      code: 'TRAILER_NOT_FOUND',
    });
    const left = await app.database.query(
      'SELECT FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id WHERE r.trailer_id = $1',
      [first.id],
    );
    expect(left).toEqual([]);
  });
});

describe('the description', () => {
  it('is reduced to the allowed markup', async () => {
    const trailer = await app.accept(video, {
      description: '<div class="text-center evil" onclick="x()">Hi<script>bad()</script></div>',
    });
    expect(trailer.description).toBe('<div class="text-center">Hi</div>');
  });

  it('is inherited from the shown trailer, unless one is given', async () => {
    await makeReady(await app.accept(video, { description: '<p>First</p>' }));
    expect(await app.accept(video)).toMatchObject({ description: '<p>First</p>' });
    expect(await app.accept(video, { description: '<p>Mine</p>' })).toMatchObject({
      description: '<p>Mine</p>',
    });
  });

  it('can be replaced', async () => {
    const { id: trailerId } = await app.accept(video);
    const set = (description: string) => app.trailers.setDescription({ trailerId, description }, call());
    expect(await set('a<br>b')).toMatchObject({ description: 'a<br />b' });
    expect(await set('<div class="text-left"> <br></div>')).toMatchObject({ description: null });
    await expect(
      app.trailers.setDescription({ trailerId: randomUUID(), description: 'x' }, call()),
    ).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
  });
});

describe('playing', () => {
  const master = (trailerId: string, mayPreview: boolean) =>
    app.playback.masterPlaylist({ trailerId, mayPreview }, call());

  it('is allowed to everyone for the active trailer, and to the administrator for any ready trailer', async () => {
    const [first, second] = [await app.accept(video), await app.accept(video)];
    await makeReady(first);
    const { body } = await master(first.id, false);
    await makeReady(second);
    await expect(master(first.id, false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await master(first.id, true)).trailer).toEqual({
      id: first.id,
      durationSeconds: 4,
      active: false,
      marked: false,
    });
    const [, renditionId = ''] = /renditions\/([^/]+)\//.exec(body) ?? [];
    const stillPlayable = await app.playback.mediaPlaylist(
      { renditionId, grantedTrailers: [first.id] },
      call(),
    );
    expect(stillPlayable.body).toContain('#EXT-X-ENDLIST');
  });

  it('is rejected for a trailer that does not exist or is not ready', async () => {
    const { id } = await app.accept(video);
    for (const trailerId of [id, randomUUID(), 'nonsense']) {
      await expect(master(trailerId, true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await makeReady({ id });
    const [, renditionId = ''] = /renditions\/([^/]+)\//.exec((await master(id, true)).body) ?? [];
    for (const name of ['00002.m4s', '../init.mp4', '\0']) {
      const signed = app.playback.signSegments({ renditionId, name, mayPreview: true, browser }, call());
      await expect(signed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('uses URLs with the host name that the browser used, signed for at most a minute', async () => {
    const { id } = await app.accept(video);
    await makeReady({ id });
    const [, renditionId = ''] = /renditions\/([^/]+)\//.exec((await master(id, true)).body) ?? [];
    const segment = { renditionId, name: 'init.mp4', mayPreview: false };
    const from = { protocol: 'https' as const, hostname: 'portal.example' };
    const { segments } = await app.playback.signSegments({ ...segment, browser: from }, call());
    const { hostname, port, searchParams } = new URL(segments[0]?.url ?? '');
    expect({ hostname, port }).toEqual({
      hostname: 'portal.example',
      port: new URL(servers.environment.S3_ENDPOINT).port,
    });
    expect(Number(searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  });
});

it('does not use a file that was replaced after it was accepted', async () => {
  const { uploadURL } = await app.uploads.issue({ kind: 'video', browser }, call());
  await put(uploadURL, video);
  const { id } = await create(uploadURL);
  await put(uploadURL, await videos.make('other.mp4', [...picture('96x54', 5), '-t', '1', ...h264]));
  const worker = await startWorker(servers);
  try {
    expect(await app.processed(id)).toMatchObject({
      status: 'failed',
      failure: 'The uploaded file was removed or replaced after it was accepted.',
    });
  } finally {
    await worker.close();
  }
});
