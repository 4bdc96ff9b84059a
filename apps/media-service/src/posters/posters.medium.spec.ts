import { randomUUID } from 'node:crypto';
import { notice, noticeMessage } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import sharp from 'sharp';
import * as z from 'zod';
import { ProcessingRepository } from '../processing/processing.repository.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { browser, call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { publishWithoutWorker } from '../testing/publish-without-worker.js';
import { GeneratedPostersService } from './generated-posters.service.js';
import { PosterRepository } from './poster.repository.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;
let trailerId: string;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  app = await MediaApp.start(servers.environment);
  ({ id: trailerId } = await app.accept(video));
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a04020' } });

async function setPoster(image: Buffer) {
  const posterURL = await app.upload('poster', image);
  return app.trailers.setPoster({ trailerId, posterURL }, call());
}

/** Fetches a poster as a viewer's browser does. */
async function fetchPoster(posterURL: string | null) {
  const posterId = posterURL?.split('/').at(-1) ?? '';
  const { url } = await app.playback.signPoster({ posterId, mayPreview: true, browser }, call());
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

it.each(['jpeg', 'png', 'webp'] as const)('accepts a 16:9 image in %s and re-encodes it', async (format) => {
  const image = await plain(640, 360)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toFormat(format)
    .toBuffer();
  const { posterURL } = await setPoster(image);
  expect(posterURL).toMatch(/^\/api\/media\/posters\/[0-9a-f-]{36}$/);
  const { type, bytes } = await fetchPoster(posterURL);
  expect(type).toBe('image/webp');
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 640, height: 360, exif: undefined });
});

it('rotates an image by its EXIF orientation before it checks the aspect ratio', async () => {
  const sideways = await plain(360, 640).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { posterURL } = await setPoster(sideways);
  const { width, height } = await sharp((await fetchPoster(posterURL)).bytes).metadata();
  expect({ width, height }).toEqual({ width: 640, height: 360 });
});

it('accepts an aspect ratio within 1 % of 16:9, and scales down a very wide image', async () => {
  await expect(setPoster(await plain(1000, 567).png().toBuffer())).resolves.toBeDefined();
  const { posterURL } = await setPoster(await plain(3840, 2160).png().toBuffer());
  expect((await sharp((await fetchPoster(posterURL)).bytes).metadata()).width).toBe(2560);
});

it('rejects another aspect ratio and reports the size of the image', async () => {
  await expect(setPoster(await plain(1000, 1000).png().toBuffer())).rejects.toMatchObject({
    code: 'POSTER_WRONG_SHAPE',
    message: 'Poster must be 16:9, this one is 1000×1000',
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"></svg>';

it.each([
  ['a drawing', async () => Buffer.from(svg)],
  ['an animation', async () => animation('gif')],
  ['an animated WebP', async () => animation('webp')],
  ['a video', async () => video],
  ['an empty file', async () => Buffer.alloc(0)],
  ['half an image', async () => (await noise().png().toBuffer()).subarray(0, 20_000)],
  ['a decompression bomb', async () => bomb()],
])('rejects %s', async (_what, make) => {
  await expect(setPoster(await make())).rejects.toMatchObject({ code: 'POSTER_NOT_AN_IMAGE' });
});

const noise = () =>
  sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', sigma: 60 },
    },
  });

async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const pages = await Promise.all([noise().png().toBuffer(), plain(320, 180).png().toBuffer()]);
  return sharp(pages, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** 144 million pixels in a few kilobytes. */
const bomb = () => plain(16_000, 9000).png({ compressionLevel: 9 }).toBuffer();

it('rejects and deletes an upload larger than 10 MB', async () => {
  const posterURL = await app.upload('poster', Buffer.alloc(10_485_761, 1));
  await expect(app.trailers.setPoster({ trailerId, posterURL }, call())).rejects.toMatchObject({
    code: 'POSTER_TOO_LARGE',
    params: { maxBytes: 10_485_760 },
  });
  const key = new URL(posterURL).pathname.split('/').at(-1) ?? '';
  expect(await app.context.get(ObjectStore, { strict: false }).facts(key)).toBeUndefined();
});

it('uses one poster when an upload is applied twice, and keeps the previous poster for a week', async () => {
  const before = await setPoster(await plain(320, 180).png().toBuffer());
  const posterURL = await app.upload('poster', await plain(160, 90).png().toBuffer());
  const apply = () => app.trailers.setPoster({ trailerId, posterURL }, call());
  const [first, repeated] = [await apply(), await apply()];
  expect(first.posterURL).toBe(repeated.posterURL);
  const due = await queryRows(
    app.database,
    z.object({ id: z.string() }),
    `SELECT p.id FROM media.posters p JOIN media.stored_objects o ON o.key = p.object_key
     WHERE delete_after BETWEEN now() + interval '6 days' AND now() + interval '7 days'`,
  );
  expect(due.map(({ id }) => `/api/media/posters/${id}`)).toContain(before.posterURL);
  expect(due.map(({ id }) => `/api/media/posters/${id}`)).not.toContain(first.posterURL);
});

it('sets a poster together with a new trailer', async () => {
  const posterURL = await app.upload('poster', await plain(160, 90).png().toBuffer());
  const trailer = await app.accept(video, { posterURL });
  expect(trailer.posterURL).toMatch(/^\/api\/media\/posters\//);
  expect(trailer.warning).toBeUndefined();
});

it.each([
  ['has the wrong shape', async () => app.upload('poster', await plain(90, 90).png().toBuffer())],
  [
    'was never uploaded',
    async () => (await app.uploads.issue({ kind: 'poster', browser }, call())).uploadURL,
  ],
  ['has a URL of another server', async () => 'http://127.0.0.1:1/poster.png'],
])(
  'accepts a new trailer without its poster, and adds a warning, if the poster %s',
  async (_what, address) => {
    const trailer = await app.accept(video, { posterURL: await address() });
    expect(trailer).toMatchObject({ status: 'processing', posterURL: null });
    expect(trailer.warning).toMatch(/^The poster was not applied: /);
  },
);

it('rejects a poster for a trailer that does not exist', async () => {
  const posterURL = await app.upload('poster', await plain(160, 90).png().toBuffer());
  const response = app.trailers.setPoster({ trailerId: randomUUID(), posterURL }, call());
  await expect(response).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
  await expect(app.playback.signPoster({ posterId: randomUUID(), browser }, call())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

const SIZES = notice('SIZES_INCOMPLETE');

function generatedPosters(): GeneratedPostersService {
  return new GeneratedPostersService(
    app.context.get(ObjectStore, { strict: false }),
    app.context.get(StoredObjectsRepository, { strict: false }),
    app.context.get(PosterRepository, { strict: false }),
  );
}

it('keeps the warning about missing sizes when a new poster removes the warning about the old poster', async () => {
  const square = await app.upload('poster', await plain(90, 90).png().toBuffer());
  const { id, warning, warnings = [] } = await app.accept(video, { posterURL: square });
  await publishWithoutWorker(app, { id }, [SIZES]);
  expect(await app.find(id)).toMatchObject({
    warning: `${warning} ${noticeMessage(SIZES)}`,
    warnings: [...warnings, SIZES],
  });
  expect(warnings).toEqual([
    { code: 'POSTER_NOT_APPLIED', params: { reason: 'POSTER_WRONG_SHAPE', width: 90, height: 90 } },
  ]);
  const posterURL = await app.upload('poster', await plain(160, 90).png().toBuffer());
  await app.trailers.setPoster({ trailerId: id, posterURL }, call());
  expect((await app.find(id)).warnings).toEqual([SIZES]);
});

it('warns that larger sizes were cancelled', async () => {
  const { id } = await app.accept(video);
  await publishWithoutWorker(app, { id });
  expect((await app.find(id)).warning).toBeNull();
  // While its larger sizes are being made.
  await app.database.query('UPDATE media.trailers SET ladder_done = false WHERE id = $1', [id]);
  await app.trailers.cancel({ trailerId: id }, call());
  expect((await app.find(id)).warning).toBe('The larger sizes were cancelled.');
});

it('leaves a generated poster to the sweep when another poster was chosen meanwhile', async () => {
  const { id } = await app.accept(video);
  const worker = new ProcessingRepository(app.database);
  const attempt = { trailerId: id, attemptId: randomUUID() };
  await worker.begin(attempt, 'process-trailer');
  const image = await plain(160, 90).png().toBuffer();
  const chosen = await app.trailers.setPoster(
    { trailerId: id, posterURL: await app.upload('poster', image) },
    call(),
  );
  const generated = await generatedPosters().fromImage(image, id);
  await worker.showPoster(attempt, generated.id);
  expect((await app.find(id)).posterURL).toBe(chosen.posterURL);
  const left = await queryRows(
    app.database,
    z.object({}),
    'SELECT FROM media.stored_objects WHERE key = $1 AND delete_after IS NOT NULL',
    [generated.objectKey],
  );
  expect(left).toHaveLength(1);
});
