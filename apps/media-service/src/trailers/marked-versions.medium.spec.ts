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
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp, startWorker } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';
import { publishWithoutWorker } from '../testing/publish-without-worker.js';

const POSTER = sharp({ create: { width: 160, height: 90, channels: 3, background: 'navy' } })
  .png()
  .toBuffer();

const CAPTIONS = '1\n00:00:00,000 --> 00:00:01,000\nGuten Tag\n';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;
let store: ObjectStore;
/** Connects with the role of workers, which run the sweeps. */
let worker: DataSource;
let sweeper: SweeperService;

beforeAll(async () => {
  servers = await startMediaServers({ KEEP_SOURCE: 'true', MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('320x180', 24), '-t', '2', ...h264]);
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
afterEach(async () => {
  await app.database.query('DELETE FROM media.active_trailers');
  for (const { id } of (await app.trailers.list({}, call())).trailers) await remove(id);
  await sweep();
});

const sweep = () => sweeper.sweep(new AbortController().signal);
const mark = (trailerId: string) => app.trailers.mark({ trailerId }, call());
const remove = (trailerId: string) => app.trailers.remove({ trailerId }, call());
/** Creates a playable trailer whose upload is kept, and returns it with the key of the upload. */
async function uploaded({ keepSource = true } = {}) {
  const { id } = await app.accept(video);
  await publishWithoutWorker(app, { id }, [], keepSource);
  return { id, key: await sourceKey(id) };
}
async function sourceKey(trailerId: string): Promise<string> {
  const [row] = await queryRows(
    app.database,
    z.object({ key: z.string() }),
    'SELECT source_key AS key FROM media.trailers WHERE id = $1',
    [trailerId],
  );
  return row?.key ?? '';
}
/** Returns whether an upload is still in storage after a sweep. */
async function isKept(key: string): Promise<boolean> {
  await sweep();
  return (await store.facts(key)) !== undefined;
}

describe('a marked version', () => {
  it('has the upload, texts, poster and captions of the trailer', async () => {
    const posterURL = await app.upload('poster', await POSTER);
    const { id } = await app.accept(video, { posterURL, description: '<p>A <strong>film</strong></p>' });
    await app.captions.addCaptions(
      { trailerId: id, language: 'de', label: 'Deutsch', text: CAPTIONS },
      call(),
    );
    expect(await app.find(id)).toMatchObject({ marked: false, markable: false });
    await publishWithoutWorker(app, { id }, [], true);
    const trailer = await app.find(id);
    expect(trailer).toMatchObject({ marked: false, markable: true, active: true });

    const version = await mark(id);
    expect(version.id).not.toBe(id);
    expect(version).toMatchObject({
      title: 'A title',
      description: '<p>A <strong>film</strong></p>',
      posterURL: trailer.posterURL,
      status: 'processing',
      active: false,
      captions: [{ language: 'de', label: 'Deutsch' }],
    });
    expect(version.captions[0]?.id).not.toBe(trailer.captions[0]?.id);
    expect(await app.find(version.id)).toMatchObject({ marked: true, markable: false });
    const [key, copy] = [await sourceKey(id), await sourceKey(version.id)];
    expect(copy).not.toBe(key);
    const { etag = '' } = (await store.facts(copy)) ?? {};
    expect(Buffer.from(await store.readStart(copy, etag, video.length + 1))).toEqual(video);
  });

  it('is made once by a repeated command', async () => {
    const { id } = await uploaded();
    const command = call();
    const again = () => app.trailers.mark({ trailerId: id }, command);
    const versions = [...(await Promise.all([again(), again()])), await again()];
    expect(new Set(versions.map((version) => version.id)).size).toBe(1);
    expect((await app.trailers.list({}, call())).trailers).toHaveLength(2);
  });

  it('is refused if the upload is not kept, or is lost from storage', async () => {
    const dropped = await uploaded({ keepSource: false });
    expect(await app.find(dropped.id)).toMatchObject({ markable: false });
    await expect(mark(dropped.id)).rejects.toMatchObject({ code: 'SOURCE_NOT_KEPT' });
    const lost = await uploaded();
    await store.delete(lost.key);
    await expect(mark(lost.id)).rejects.toMatchObject({ code: 'SOURCE_NOT_KEPT' });
    const replaced = await uploaded();
    await store.putBytes(replaced.key, Buffer.from('another film'), 'video/mp4');
    await expect(mark(replaced.id)).rejects.toMatchObject({ code: 'SOURCE_NOT_KEPT' });
    for (const id of [randomUUID(), 'newest']) {
      await expect(mark(id)).rejects.toMatchObject({ code: 'TRAILER_NOT_FOUND' });
    }
    expect((await app.trailers.list({}, call())).trailers).toHaveLength(3);
  });
});

it('keeps its upload when the other version is deleted, and the other one when it is deleted', async () => {
  const { id, key } = await uploaded();
  const [version, second] = [await mark(id), await mark(id)];
  const [ofVersion, ofSecond] = [await sourceKey(version.id), await sourceKey(second.id)];
  await publishWithoutWorker(app, second, [], true);
  await remove(id);
  expect([await isKept(key), await isKept(ofVersion), await isKept(ofSecond)]).toEqual([false, true, true]);
  expect(await app.trailers.cancel({ trailerId: version.id }, call())).toMatchObject({ status: 'failed' });
  await remove(version.id);
  expect([await isKept(ofVersion), await isKept(ofSecond)]).toEqual([false, true]);
});

it(
  'is encoded in two variants, and is shown once it can be played',
  async () => {
    const processes = await startWorker(servers);
    try {
      const { id } = await app.accept(video);
      await app.processed(id, PROCESSING_MS);
      expect(await app.find(id)).toMatchObject({
        status: 'ready',
        active: true,
        marked: false,
        markable: true,
      });
      const version = await mark(id);
      const marked = await app.processed(version.id, PROCESSING_MS);
      expect(marked).toMatchObject({ status: 'ready', active: true, marked: true, markable: true });
      expect(marked.posterURL).toBe((await app.find(id)).posterURL);
      const [segments] = await queryRows(
        app.database,
        z.object({ all: z.number(), twins: z.number(), plain: z.number() }),
        `SELECT count(*)::int AS all, count(twin_object_key)::int AS twins,
                (SELECT count(*)::int FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id
                 WHERE r.trailer_id = $2 AND twin_object_key IS NULL) AS plain
         FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id
         WHERE r.trailer_id = $1 AND s.position > 0`,
        [version.id, id],
      );
      expect(segments?.twins).toBe(segments?.all);
      expect(segments?.twins).toBeGreaterThan(2);
      expect(segments?.plain).toBeGreaterThan(0);
      expect(await app.find(id)).toMatchObject({ status: 'ready', active: false, markable: true });
      expect(await isKept(await sourceKey(id))).toBe(true);
    } finally {
      await processes.close();
    }
  },
  PROCESSING_MS,
);
