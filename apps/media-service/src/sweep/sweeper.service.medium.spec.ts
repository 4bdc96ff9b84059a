import { queryRows } from '@secure-preview/service-kit/postgres';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../database/data-source.js';
import { BACKUP_LOCK } from '../storage/backup-lock.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { RetentionRepository } from './retention.repository.js';
import { SweeperService } from './sweeper.service.js';

const plainImage = () =>
  sharp({ create: { width: 160, height: 90, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;
let store: ObjectStore;
/** Connects with the role of workers, which run the sweeps. */
let worker: DataSource;
let sweeper: SweeperService;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
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
  await videos?.stop();
  await servers?.stop();
});

const never = new AbortController().signal;
const objectKey = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const age = (key: string, interval: string) =>
  app.database.query(
    `WITH ticket AS (UPDATE media.upload_tickets SET issued_at = issued_at - $2::interval WHERE object_key = $1)
     UPDATE media.stored_objects SET delete_after = delete_after - $2::interval WHERE key = $1`,
    [key, interval],
  );
const segmentKeys = async (trailerId: string) =>
  (
    await queryRows(
      app.database,
      z.object({ key: z.string() }),
      'SELECT object_key AS key FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id WHERE trailer_id = $1',
      [trailerId],
    )
  ).map(({ key }) => key);
/** Waits until a trailer is processed and the portal's own sweep has ended. */
async function processed(id: string) {
  const trailer = await app.processed(id);
  await app.swept();
  return trailer;
}
const isKnown = async (key: string) =>
  (await queryRows(app.database, z.object({}), 'SELECT FROM media.stored_objects WHERE key = $1', [key]))
    .length > 0;

it('deletes nothing while a backup is made', async () => {
  const key = objectKey(await app.upload('video', video));
  await age(key, '2 days');
  await servers.withAdmin(async (backup) => {
    await backup.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
    expect(await sweeper.sweep(never)).toBe(0);
    expect(await store.facts(key)).toBeDefined();
  });
  expect(await sweeper.sweep(never)).toBe(1);
  expect(await store.facts(key)).toBeUndefined();
});

it('removes uploads that were unused for a day, and no others', async () => {
  const [old, fresh] = [
    objectKey(await app.upload('video', video)),
    objectKey(await app.upload('video', video)),
  ];
  await age(old, '25 hours');
  await sweeper.sweep(never);
  expect(await store.facts(old)).toBeUndefined();
  expect(await isKnown(old)).toBe(false);
  expect(await store.facts(fresh)).toBeDefined();
});

it('completes the deletion of an object that an interrupted sweep had marked', async () => {
  const key = objectKey(await app.upload('poster', 'x'));
  await age(key, '25 hours');
  await app.database.query('UPDATE media.stored_objects SET deleting = true WHERE key = $1', [key]);
  await sweeper.sweep(never);
  expect(await isKnown(key)).toBe(false);
});

it('deletes an upload after its processing, and again after its URL has expired', async () => {
  const url = await app.upload('video', video);
  const { id } = await app.trailers.create({ title: 'A title', videoURL: url }, call());
  expect(await processed(id)).toMatchObject({ status: 'ready' });
  await sweeper.sweep(never);
  const key = objectKey(url);
  expect(await store.facts(key)).toBeUndefined();
  await store.putBytes(key, video, 'video/mp4');
  await sweeper.sweep(never);
  expect(await store.facts(key)).toBeDefined();
  await age(key, '61 minutes');
  await sweeper.sweep(never);
  expect(await store.facts(key)).toBeUndefined();
  expect(await isKnown(key)).toBe(false);
});

it('keeps the objects of a playable trailer, and removes all of them with the trailer', async () => {
  const first = await processed((await app.accept(video)).id);
  await processed((await app.accept(video)).id);
  const keys = await segmentKeys(first.id);
  await sweeper.sweep(never);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const key of keys) expect(await store.facts(key)).toBeDefined();
  await app.trailers.remove({ trailerId: first.id }, call());
  await sweeper.sweep(never);
  await app.swept();
  for (const key of keys) expect(await store.facts(key)).toBeUndefined();
});

describe('a trailer that was replaced', () => {
  const replacedAgo = (id: string, interval: string) =>
    app.database.query(
      'UPDATE media.trailers SET unused_since = clock_timestamp() - $2::interval WHERE id = $1',
      [id, interval],
    );
  async function replaced() {
    const posterURL = await app.upload('poster', await plainImage());
    const old = await processed((await app.accept(video, { posterURL })).id);
    const current = await processed((await app.accept(video)).id);
    return { old, current, keys: await segmentKeys(old.id) };
  }

  it('shows its expiry date, and is then removed with all its objects', async () => {
    const { old, current, keys } = await replaced();
    const [poster] = await queryRows(
      app.database,
      z.object({ key: z.string() }),
      'SELECT object_key AS key FROM media.posters p JOIN media.trailers t ON t.poster_id = p.id WHERE t.id = $1',
      [old.id],
    );
    const { expiresAt } = await app.find(old.id);
    const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.01);
    expect((await app.find(current.id)).expiresAt).toBeNull();

    await replacedAgo(old.id, '6 days 23 hours');
    await sweeper.sweep(never);
    expect(await app.find(old.id)).toMatchObject({ status: 'ready' });
    await replacedAgo(old.id, '7 days');
    await sweeper.sweep(never);
    expect(await app.find(old.id)).toMatchObject({
      status: 'expired',
      finished: true,
      expiresAt: null,
      renditions: [],
      videoURL: null,
      posterURL: null,
      title: old.title,
    });
    for (const key of [...keys, poster?.key ?? '']) expect(await store.facts(key)).toBeUndefined();
    await expect(app.trailers.activate({ trailerId: old.id }, call())).rejects.toMatchObject({
      code: 'TRAILER_EXPIRED',
    });
    expect(await app.trailers.remove({ trailerId: old.id }, call())).toEqual({ ok: true });
  });

  it('is kept when it is activated again, while the other trailer expires', async () => {
    const { old, current, keys } = await replaced();
    await replacedAgo(old.id, '8 days');
    await app.trailers.activate({ trailerId: old.id }, call());
    expect((await app.find(old.id)).expiresAt).toBeNull();
    expect((await app.find(current.id)).expiresAt).not.toBeNull();
    await replacedAgo(current.id, '8 days');
    await sweeper.sweep(never);
    expect(await app.find(old.id)).toMatchObject({ status: 'ready', active: true });
    expect(await app.find(current.id)).toMatchObject({ status: 'expired' });
    for (const key of keys) expect(await store.facts(key)).toBeDefined();
  });

  it('also expires if it became ready too late to be shown', async () => {
    const { current } = await replaced();
    // Changed before the upload, because a fast worker could activate the trailer at once.
    await app.database.query(
      'UPDATE media.active_trailers SET newest_upload_order = newest_upload_order + 100',
    );
    const { id } = await app.accept(video);
    expect(await processed(id)).toMatchObject({ status: 'ready', active: false });
    expect((await app.find(id)).expiresAt).not.toBeNull();
    expect((await app.find(current.id)).expiresAt).toBeNull();
    await app.database.query('UPDATE media.active_trailers SET newest_upload_order = 0');
  });
});
