import { randomUUID } from 'node:crypto';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import sharp from 'sharp';
import * as z from 'zod';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { S3ObjectStore } from '../storage/s3/s3-object-store.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { describeVerification } from './describe.js';
import { StorageVerification } from './storage-verification.js';
import { VerificationRepository } from './verification.repository.js';

let servers: MediaServers;
let app: MediaApp;
let store: ObjectStore;
let videos: VideoMaker;
let video: Buffer;

beforeAll(async () => {
  // The upload is kept, so that a trailer with lost parts can be processed again.
  servers = await startMediaServers({ KEEP_SOURCE: 'true' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [
    ...picture('64x36', 5),
    ...tone,
    '-t',
    '1',
    ...h264,
    '-c:a',
    'aac',
  ]);
  app = await MediaApp.start(servers.environment);
  store = app.context.get(ObjectStore, { strict: false });
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});
afterEach(async () => {
  // After every repair, a second run must find no problem.
  expect(describeVerification(await run(false)).join('\n')).toMatch(/none missing and none unknown\.$/);
});

/** Runs with the clock set ahead, by default just over an hour, so that new objects count as old. */
const run = (repair: boolean, { ahead = 3601, from = store, acceptLoss = false } = {}) =>
  new StorageVerification(
    from,
    new VerificationRepository(app.database),
    () => Date.now() + ahead * 1000,
  ).run({ repair, acceptLoss });
const describeRun = async (repair: boolean) => describeVerification(await run(repair));
const outcomes = async () => (await run(true)).findings.map(({ outcome }) => outcome);

/** Waits until the processing of a trailer ends, and returns it. */
function settled(id: string) {
  const done = async () => {
    const trailer = await app.find(id);
    return trailer.finished ? trailer : undefined;
  };
  return until(done, { deadlineMs: 60_000, everyMs: 50, what: 'the processing to end' });
}
/** Creates a fully processed trailer with a poster, with the keys of its renditions. */
async function createTrailer() {
  const posterURL = await app.upload('poster', await image());
  const { id } = await app.accept(video, { posterURL });
  await settled(id);
  const segments = await queryRows(
    app.database,
    z.object({ key: z.string(), renditionId: z.string() }),
    `SELECT object_key AS key, rendition_id AS "renditionId" FROM media.segments s
     JOIN media.renditions r ON r.id = s.rendition_id WHERE trailer_id = $1 AND retired_at IS NULL`,
    [id],
  );
  return { id, segments, lost: segments[0]?.key ?? '' };
}
const sourceKey = async (id: string) => {
  const [row] = await queryRows(
    app.database,
    z.object({ key: z.string() }),
    'SELECT source_key AS key FROM media.trailers WHERE id = $1',
    [id],
  );
  return row?.key ?? '';
};
const image = () =>
  sharp({ create: { width: 160, height: 90, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
const posterKey = async (id: string) => {
  const [poster] = await queryRows(
    app.database,
    z.object({ key: z.string() }),
    'SELECT object_key AS key FROM media.posters p JOIN media.trailers t ON t.poster_id = p.id WHERE t.id = $1',
    [id],
  );
  return poster?.key ?? '';
};
/** Acts as if the upload had been deleted after the processing. */
async function forgetSource(id: string): Promise<void> {
  const key = await sourceKey(id);
  await store.delete(key);
  await app.database.query('DELETE FROM media.stored_objects WHERE key = $1', [key]);
}

it('finds no problem in a consistent storage, while objects are added and deleted', async () => {
  await createTrailer();
  await app.upload('video', video);
  expect(await describeRun(false)).toEqual([expect.stringMatching(/^\d+ objects in storage, none missing/)]);
});

it('deletes unknown objects once they are an hour old', async () => {
  await createTrailer();
  const key = randomObjectKey();
  await store.putBytes(key, Buffer.from('stray'), 'video/mp4');
  expect(await describeRun(false)).toEqual([
    expect.stringMatching(`^Object ${key} \\(5 bytes, stored 20.*\\): unknown to the database\\.$`),
    expect.stringMatching(/, 1 problem found, 0 repaired\.$/),
  ]);
  expect((await run(true, { ahead: 3500 })).findings).toMatchObject([{ outcome: 'left' }]);
  expect(await store.facts(key)).toBeDefined();
  expect(await outcomes()).toEqual(['deleted']);
  expect(await store.facts(key)).toBeUndefined();
});

it("does not change another program's objects", async () => {
  await store.putBytes('backup/of-something.tar', Buffer.from('theirs'), 'application/x-tar');
  expect(await describeRun(true)).toEqual([
    '1 object of another program in the bucket: not changed.',
    expect.stringMatching(/none missing and none unknown\.$/),
  ]);
  await store.delete('backup/of-something.tar');
});

it('deletes nothing in a bucket without any known object', async () => {
  const key = randomObjectKey();
  await store.putBytes(key, Buffer.from('theirs'), 'video/mp4');
  const withoutKnownObjects = new (class extends VerificationRepository {
    override known = async () => new Set<string>();
  })(app.database);
  const inAnHour = () => Date.now() + 3601_000;
  const verification = await new StorageVerification(store, withoutKnownObjects, inAnHour).run({
    repair: true,
  });
  expect(describeVerification(verification)).toContainEqual(expect.stringMatching(/Nothing was changed\.$/));
  expect(verification.findings.every(({ outcome }) => outcome === 'left')).toBe(true);
  await store.delete(key);
});

it('removes the record of a missing object that nothing needs', async () => {
  const key = randomObjectKey();
  await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [key]);
  expect(await describeRun(true)).toContain(
    `Object ${key}: kept although nothing needs it. It is missing in storage, so its record was removed.`,
  );
});

describe('a run in a bucket that was named by mistake', () => {
  let other: ObjectStore;
  beforeAll(async () => {
    other = new S3ObjectStore({ ...servers.environment, S3_BUCKET: 'mistyped' }, async () => true);
    await other.prepareBucket();
  });
  const states = () =>
    app.database.query(
      `SELECT (SELECT json_agg(t ORDER BY id) FROM (SELECT id, status FROM media.trailers) t) AS trailers,
              (SELECT count(*) FROM media.trailer_keys) AS keys, (SELECT count(*) FROM media.posters) AS posters,
              (SELECT count(*) FROM media.stored_objects WHERE delete_after IS NULL) AS kept,
              (SELECT trailer_id FROM media.active_trailers) AS active`,
    );

  it('repairs nothing', async () => {
    await createTrailer();
    const before = await states();
    const verification = await run(true, { from: other });
    expect(describeVerification(verification)).toContainEqual(expect.stringMatching(/--accept-loss$/));
    expect(verification.findings.map(({ outcome }) => outcome)).toContain('left');
    expect(await states()).toEqual(before);
  });

  it('makes only changes that a run in the right bucket can undo, even with acceptLoss', async () => {
    const { id } = await createTrailer();
    await run(true, { from: other, acceptLoss: true });
    expect(await app.find(id)).toMatchObject({ status: 'failed', active: false });
    // A sweep has nothing to delete.
    expect(await app.context.get(SweeperService, { strict: false }).sweep(new AbortController().signal)).toBe(
      0,
    );
    expect((await describeRun(true)).filter((line) => line.includes(id))).toEqual([
      `“A title”: failed because of lost objects, and all of them are in storage again. It can be shown again: portal activate-trailer ${id}`,
    ]);
    expect(await app.find(id)).toMatchObject({ status: 'ready', finished: true, failure: null });
    await app.trailers.activate({ trailerId: id }, call());
    const { body } = await app.playback.masterPlaylist({ trailerId: id, mayPreview: false }, call());
    expect(body).toContain('/api/media/renditions/');
  });
});

it('releases a poster that no trailer uses to the sweep', async () => {
  const { id } = await createTrailer();
  const key = await posterKey(id);
  await app.database.query('UPDATE media.trailers SET poster_id = NULL WHERE id = $1', [id]);
  expect(await describeRun(true)).toContain(
    `Object ${key}: kept although nothing needs it. The next sweep removes it.`,
  );
});

it('removes a lost poster from its trailer', async () => {
  const { id } = await createTrailer();
  await store.delete(await posterKey(id));
  expect(await outcomes()).toEqual(['forgotten']);
  expect(await app.find(id)).toMatchObject({ status: 'ready', posterURL: null });
});

describe('a trailer with lost segments', () => {
  it('is played from another rendition if it has one', async () => {
    const { id, segments } = await createTrailer();
    const [first] = segments;
    const [copy, key] = [randomUUID(), randomObjectKey()];
    await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [key]);
    await store.putBytes(key, Buffer.from('x'), 'video/mp4');
    await app.database.query(
      `INSERT INTO media.renditions (id, trailer_id, kind, width, height, codecs, peak_bits_per_second,
                              average_bits_per_second)
       VALUES ($1, $2, 'muxed', 32, 18, 'avc1.64001F', 1, 1)`,
      [copy, id],
    );
    await app.database.query(
      `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes) VALUES ($1, 0, 'init.mp4', $2, 1)`,
      [copy, key],
    );
    await store.delete(key);
    expect(await describeRun(true)).toContain(
      '“A title”, which is being shown: 1 segment in 1 rendition is missing. ' +
        'The other renditions are played instead.',
    );
    const renditions = (await app.find(id)).renditions;
    expect(renditions.map(({ width }) => width)).toEqual([64]);
    const { body } = await app.playback.masterPlaylist({ trailerId: id, mayPreview: false }, call());
    expect(body).toContain(first?.renditionId);
    expect(body).not.toContain(copy);
    expect(await outcomes()).toEqual([]);
  });

  it('is processed again from its upload, and is shown as before', async () => {
    const { id, lost } = await createTrailer();
    await store.delete(lost);
    expect(await outcomes()).toEqual(['requeued']);
    expect(await settled(id)).toMatchObject({ status: 'ready', active: true, failure: null });
  });

  it('is not played without its audio', async () => {
    const { id } = await createTrailer();
    const [audio] = await queryRows(
      app.database,
      z.object({ key: z.string() }),
      `SELECT object_key AS key FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id
       WHERE trailer_id = $1 AND kind = 'audio' AND retired_at IS NULL`,
      [id],
    );
    await store.delete(audio?.key ?? '');
    expect(await outcomes()).toEqual(['requeued']);
    expect(await settled(id)).toMatchObject({ status: 'ready', active: true });
  });

  it('fails without its upload, and is no longer shown', async () => {
    const { id, lost } = await createTrailer();
    await forgetSource(id);
    await store.delete(lost);
    expect(await outcomes()).toEqual(['failed']);
    expect(await app.find(id)).toMatchObject({
      status: 'failed',
      active: false,
      finished: true,
      renditions: [],
      videoURL: null,
      failure: 'Parts of the video were lost from storage. Please upload it again.',
    });
    await expect(app.trailers.active({}, call())).rejects.toMatchObject({ code: 'NO_ACTIVE_TRAILER' });
  });
});

describe('a lost upload', () => {
  /** Enqueues a job that is due in an hour. Without it, a sweep would enqueue a job that finishes the trailer. */
  const jobWaits = (id: string, name: 'process' | 'finish') =>
    app.database.query(
      `SELECT media_jobs.add_job($1::text || '-trailer', json_build_object('trailerId', $2::text),
                                 job_key => $1::text || ':' || $2::text, run_at => now() + interval '1 hour')`,
      [name, id],
    );

  it('immediately fails a trailer that has not been processed', async () => {
    const { id } = await createTrailer();
    const key = await sourceKey(id);
    await app.database.query('DELETE FROM media.renditions WHERE trailer_id = $1', [id]);
    await jobWaits(id, 'process');
    await app.database.query(
      `UPDATE media.trailers SET status = 'processing', ladder_done = false WHERE id = $1`,
      [id],
    );
    await store.delete(key);
    expect(await describeRun(true)).toContain(
      '“A title”, which is being shown: the upload is missing. It cannot be played any more, and is marked as failed.',
    );
    expect(await app.find(id)).toMatchObject({ status: 'failed' });
    await run(true);
  });

  it('ends only the remaining processing of a playable trailer', async () => {
    const { id } = await createTrailer();
    await jobWaits(id, 'finish');
    await app.database.query('UPDATE media.trailers SET ladder_done = false WHERE id = $1', [id]);
    await store.delete(await sourceKey(id));
    expect(await outcomes()).toEqual(['retired']);
    expect(await app.find(id)).toMatchObject({ status: 'ready', finished: true });
  });

  it('is removed from the database if nothing needed it', async () => {
    const { id } = await createTrailer();
    await store.delete(await sourceKey(id));
    expect(await outcomes()).toEqual(['forgotten']);
    expect(await app.find(id)).toMatchObject({ status: 'ready', active: true });
  });
});
