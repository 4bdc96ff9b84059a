import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { ObjectStore } from './object-store.js';
import { PostgresStoredObjectsRepository } from './persistence/postgres-stored-objects.repository.js';
import { Sweeper } from './sweeper.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;
let store: ObjectStore;
let sweeper: Sweeper;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  app = await MediaApp.start(servers.environment);
  store = app.context.get(ObjectStore, { strict: false });
  sweeper = new Sweeper(new PostgresStoredObjectsRepository(app.database), store);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

const never = new AbortController().signal;
const keyOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const age = (key: string, interval: string) =>
  app.database.query(
    `WITH ticket AS (UPDATE upload_ticket SET issued_at = issued_at - $2::interval WHERE object_key = $1)
     UPDATE stored_object SET delete_after = delete_after - $2::interval WHERE key = $1`,
    [key, interval],
  );
const isKnown = async (key: string) =>
  (await app.database.query<unknown[]>('SELECT FROM stored_object WHERE key = $1', [key])).length > 0;

it('removes uploads that nobody used for a day, and no others', async () => {
  const [old, fresh] = [keyOf(await app.upload('video', video)), keyOf(await app.upload('video', video))];
  await age(old, '25 hours');
  await sweeper.sweep(never);
  expect(await store.facts(old)).toBeUndefined();
  expect(await isKnown(old)).toBe(false);
  expect(await store.facts(fresh)).toBeDefined();
});

it('goes on where a sweep was cut off', async () => {
  const key = keyOf(await app.upload('poster', 'x'));
  await age(key, '25 hours');
  await app.database.query('UPDATE stored_object SET deleting = true WHERE key = $1', [key]);
  await sweeper.sweep(never);
  expect(await isKnown(key)).toBe(false);
});

it('deletes an upload once it can be played, and once more when its address has run out', async () => {
  const url = await app.upload('video', video);
  const { id } = await app.trailers.create({ title: 'A title', videoURL: url }, call());
  expect(await app.processed(id)).toMatchObject({ status: 'ready' });
  await sweeper.sweep(never);
  const key = keyOf(url);
  expect(await store.facts(key)).toBeUndefined();
  await store.putBytes(key, video, 'video/mp4');
  await sweeper.sweep(never);
  expect(await store.facts(key)).toBeDefined();
  await age(key, '61 minutes');
  await sweeper.sweep(never);
  expect(await store.facts(key)).toBeUndefined();
  expect(await isKnown(key)).toBe(false);
});

it('leaves what is played alone, and removes all of it with its trailer', async () => {
  const first = await app.processed((await app.accept(video)).id);
  await app.processed((await app.accept(video)).id);
  const keys = (
    await app.database.query<{ key: string }[]>(
      `SELECT object_key AS key FROM segment s JOIN rendition r ON r.id = s.rendition_id WHERE trailer_id = $1`,
      [first.id],
    )
  ).map(({ key }) => key);
  await sweeper.sweep(never);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const key of keys) expect(await store.facts(key)).toBeDefined();
  await app.trailers.remove({ trailerId: first.id }, call());
  await sweeper.sweep(never);
  for (const key of keys) expect(await store.facts(key)).toBeUndefined();
});
