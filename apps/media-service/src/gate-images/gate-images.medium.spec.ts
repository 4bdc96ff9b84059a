import { randomUUID } from 'node:crypto';
import { queryRows } from '@secure-preview/service-kit/postgres';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../database/data-source.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { RetentionRepository } from '../sweep/retention.repository.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { browser, call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { describeVerification } from '../verification/describe.js';
import { StorageVerification } from '../verification/storage-verification.js';
import { VerificationRepository } from '../verification/verification.repository.js';

type Kind = 'logo' | 'keyArt';

let servers: MediaServers;
let app: MediaApp;
let store: ObjectStore;
/** Connects with the role of workers, which run the sweeps. */
let worker: DataSource;
let sweeper: SweeperService;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
  store = app.context.get(ObjectStore, { strict: false });
  worker = await new DataSource(mediaDataSource(servers.database.urlOf('media-worker'))).initialize();
  sweeper = new SweeperService(new StoredObjectsRepository(worker), store, new RetentionRepository(worker), {
    REPLACED_TRAILER_DAYS: 7,
  });
});
afterAll(async () => {
  await worker?.destroy();
  await app?.close();
  await servers?.stop();
});

const plain = (width: number, height: number, background = '#a04020') =>
  sharp({ create: { width, height, channels: 3, background } });
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', sigma: 60 } },
  });

async function add(kind: Kind, file: Buffer) {
  const imageURL = await app.upload(kind, file);
  return app.gateImages.createGateImage({ kind, imageURL }, call());
}
/** Reads an image in pieces, as the gateway does. */
async function read(imageId: string) {
  const pieces: Buffer[] = [];
  let contentType = '';
  for (let from: number | null = 0; from !== null; ) {
    const piece: Awaited<ReturnType<typeof app.gateImages.readGateImage>> =
      await app.gateImages.readGateImage({ imageId, from }, call());
    pieces.push(Buffer.from(piece.body, 'base64'));
    contentType = piece.contentType;
    from = piece.next;
  }
  return { contentType, pieces, ...(await sharp(Buffer.concat(pieces)).metadata()) };
}
const isGone = (imageId: string) =>
  expect(app.gateImages.readGateImage({ imageId }, call())).rejects.toMatchObject({ code: 'NOT_FOUND' });
const keyOf = async (imageId: string) => {
  const [row] = await queryRows(
    app.database,
    z.object({ key: z.string() }),
    'SELECT object_key AS key FROM media.gate_images WHERE id = $1',
    [imageId],
  );
  return row?.key ?? '';
};
/** Sweeps as if a day had passed. */
async function sweepTomorrow() {
  await app.database.query(
    "UPDATE media.stored_objects SET delete_after = delete_after - interval '25 hours'",
  );
  await sweeper.sweep(new AbortController().signal);
}

it.each(['jpeg', 'png', 'webp'] as const)('accepts key art in %s and stores it as JPEG', async (format) => {
  const file = await plain(640, 360)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toFormat(format)
    .toBuffer();
  const image = await add('keyArt', file);
  expect(image).toMatchObject({ kind: 'keyArt', width: 640, height: 360 });
  const { contentType, format: stored, width, height, exif } = await read(image.id);
  expect({ contentType, stored, width, height, exif }).toEqual({
    contentType: 'image/jpeg',
    stored: 'jpeg',
    width: 640,
    height: 360,
    exif: undefined,
  });
});

it('scales key art down, and reads a large image in pieces', async () => {
  const image = await add('keyArt', await noise(2000, 1125).jpeg({ quality: 100 }).toBuffer());
  expect(image).toMatchObject({ width: 1920, height: 1080 });
  const { pieces, width } = await read(image.id);
  expect(width).toBe(1920);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces.slice(0, -1)) expect(piece).toHaveLength(180_000);
});

it.each(['png', 'webp'] as const)('keeps the transparency of a logo in %s', async (format) => {
  const file = await sharp({ create: { width: 1000, height: 100, channels: 4, background: '#ffffff00' } })
    .toFormat(format)
    .toBuffer();
  const image = await add('logo', file);
  expect(image).toMatchObject({ kind: 'logo', width: 800, height: 80 });
  const { contentType, hasAlpha, pieces } = await read(image.id);
  expect({ contentType, hasAlpha }).toEqual({ contentType: 'image/png', hasAlpha: true });
  const { channels } = await sharp(Buffer.concat(pieces)).stats();
  expect(channels[3]?.max).toBe(0);
});

it('accepts a logo of any aspect ratio, also as JPEG, and stores it upright', async () => {
  const sideways = await plain(360, 640).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await add('logo', sideways)).toMatchObject({ width: 640, height: 360 });
  expect(await add('logo', await plain(100, 1000).jpeg().toBuffer())).toMatchObject({
    width: 40,
    height: 400,
  });
});

it('rejects key art that is not 16:9, and reports its size', async () => {
  const square = await plain(1000, 1000).png().toBuffer();
  await expect(add('keyArt', square)).rejects.toMatchObject({
    code: 'KEY_ART_WRONG_SHAPE',
    message: 'Key art must be 16:9, this one is 1000×1000',
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"></svg>';

it.each([
  ['a drawing', async () => Buffer.from(svg)],
  [
    'an animation',
    async () =>
      sharp([await plain(32, 18).png().toBuffer(), await noise(32, 18).png().toBuffer()], {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
  ],
  ['an empty file', async () => Buffer.alloc(0)],
  ['half an image', async () => (await noise(320, 180).png().toBuffer()).subarray(0, 20_000)],
  ['a decompression bomb', async () => plain(16_000, 9000).png({ compressionLevel: 1 }).toBuffer()],
])('rejects %s', async (_what, make) => {
  const file = await make();
  for (const kind of ['logo', 'keyArt'] as const)
    await expect(add(kind, file)).rejects.toMatchObject({ code: 'NOT_AN_IMAGE' });
});

it('rejects and deletes an upload larger than 10 MB', async () => {
  const imageURL = await app.upload('logo', Buffer.alloc(10_485_761, 1));
  await expect(app.gateImages.createGateImage({ kind: 'logo', imageURL }, call())).rejects.toMatchObject({
    code: 'IMAGE_TOO_LARGE',
    params: { maxBytes: 10_485_760 },
  });
  expect(await store.facts(new URL(imageURL).pathname.split('/').at(-1) ?? '')).toBeUndefined();
});

it('issues no upload URL for a file that is too large or not an image', async () => {
  const issue = (file: object) => app.uploads.issue({ kind: 'logo', browser, file }, call());
  await expect(issue({ size: 10_485_761 })).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
  await expect(issue({ type: 'image/svg+xml' })).rejects.toMatchObject({ code: 'NOT_AN_IMAGE' });
});

it('accepts only an upload of the same kind, and returns the same image for a repeated call', async () => {
  const imageURL = await app.upload('logo', await plain(160, 90).png().toBuffer());
  const create = (kind: Kind) => app.gateImages.createGateImage({ kind, imageURL }, call());
  await expect(create('keyArt')).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD_URL' });
  expect(await create('logo')).toEqual(await create('logo'));
  const posterURL = await app.upload('poster', await plain(160, 90).png().toBuffer());
  const withPoster = app.gateImages.createGateImage({ kind: 'keyArt', imageURL: posterURL }, call());
  await expect(withPoster).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD_URL' });
});

it('keeps the images of the settings permanently, and deletes other images after a day', async () => {
  const [kept, unused] = [
    await add('logo', await plain(200, 50).png().toBuffer()),
    await add('keyArt', await plain(160, 90).png().toBuffer()),
  ];
  const images = [{ id: kept.id, kind: 'logo' as const }];
  expect(await app.gateImages.keepGateImages({ images }, call())).toEqual({ unknown: [] });
  await sweepTomorrow();
  expect(await read(kept.id)).toMatchObject({ width: 200 });
  await isGone(unused.id);
  expect(await store.facts(await keyOf(kept.id))).toBeDefined();
});

/** Returns the copy of an image for mails. */
const mailCopyOf = (id: string) =>
  servers.withAdmin(async (admin) => {
    const sql = 'SELECT content_type AS type, content, width, height FROM outbox.images WHERE id = $1';
    const { rows } = await admin.query(sql, [id]);
    return rows[0];
  });
const keep = (id: string, kind: Kind) => app.gateImages.keepGateImages({ images: [{ id, kind }] }, call());

it.each([
  ['logo', 800, 160, { width: 480, height: 96 }],
  ['logo', 40, 400, { width: 24, height: 240 }],
  ['logo', 100, 50, { width: 100, height: 50 }],
  ['keyArt', 1920, 1080, { width: 1200, height: 675 }],
  ['keyArt', 320, 180, { width: 320, height: 180 }],
] as const)('stores a small copy of a kept %s of %i×%i for mails', async (kind, width, height, size) => {
  const { id } = await add(kind, await noise(width, height).png().toBuffer());
  expect(await mailCopyOf(id)).toBeUndefined();
  await keep(id, kind);
  const copy = await mailCopyOf(id);
  expect(copy).toMatchObject({ type: 'image/jpeg', ...size });
  expect(await sharp(copy.content).metadata()).toMatchObject({ format: 'jpeg', ...size });
  expect(copy.content.length).toBeLessThanOrEqual(150_000);
});

it('stores the copy of a transparent logo with the background of the gate', async () => {
  const transparent = sharp({ create: { width: 200, height: 50, channels: 4, background: '#ffffff00' } });
  const { id } = await add('logo', await transparent.png().toBuffer());
  await keep(id, 'logo');
  const { channels } = await sharp((await mailCopyOf(id)).content).stats();
  expect(channels).toHaveLength(3);
  for (const { max } of channels) expect(max).toBeLessThan(40);
});

it('stores a copy that is missing when the image is kept again, and never changes one', async () => {
  const { id } = await add('logo', await plain(200, 50).png().toBuffer());
  await keep(id, 'logo');
  // As if the service had been killed before it stored the copy.
  await servers.withAdmin((admin) => admin.query('DELETE FROM outbox.images WHERE id = $1', [id]));
  await keep(id, 'logo');
  const copy = await mailCopyOf(id);
  expect(copy).toMatchObject({ width: 200 });
  expect(await keep(id, 'logo')).toEqual({ unknown: [] });
  expect(await mailCopyOf(id)).toEqual(copy);
});

it('reports images that cannot be kept, because they do not exist or have another kind', async () => {
  const { id } = await add('logo', await plain(200, 50).png().toBuffer());
  const missing = randomUUID();
  const images = [
    { id, kind: 'keyArt' as const },
    { id: missing, kind: 'logo' as const },
  ];
  expect(await app.gateImages.keepGateImages({ images }, call())).toEqual({ unknown: [id, missing] });
  for (const text of [missing, 'x', '']) await isGone(text);
});

it('reports a kept image that is missing in storage, and removes its record in a repair', async () => {
  await sweepTomorrow();
  const { id } = await add('keyArt', await plain(160, 90).png().toBuffer());
  await app.gateImages.keepGateImages({ images: [{ id, kind: 'keyArt' }] }, call());
  const verify = async (repair: boolean) =>
    describeVerification(
      await new StorageVerification(store, new VerificationRepository(app.database)).run({ repair }),
    );
  expect(await verify(true)).toEqual([expect.stringContaining('none missing and none unknown')]);
  await store.delete(await keyOf(id));
  const problem = `Image ${id} of the gate: its file is missing.`;
  expect(await verify(false)).toEqual([problem, expect.any(String)]);
  const remedy = ' Its record was removed. Upload it again on the settings page.';
  expect(await verify(true)).toEqual([problem + remedy, expect.any(String)]);
  expect(await verify(false)).toEqual([expect.stringContaining('none missing and none unknown')]);
  await isGone(id);
});

it('keeps an image whose file is lost, without a copy', async () => {
  const { id } = await add('logo', await plain(200, 50).png().toBuffer());
  await store.delete(await keyOf(id));
  expect(await keep(id, 'logo')).toEqual({ unknown: [] });
  expect(await mailCopyOf(id)).toBeUndefined();
});
