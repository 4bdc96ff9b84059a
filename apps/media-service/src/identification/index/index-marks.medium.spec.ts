import { jest } from '@jest/globals';
import { leakLimits } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../../database/data-source.js';
import { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { withWorkFolder } from '../../processing/work-folder.js';
import { SecretBox } from '../../secrets/secret-box.js';
import { S3ObjectStore } from '../../storage/s3/s3-object-store.js';
import { filmToMark, makeFilmToMark } from '../../testing/film-to-mark.js';
import { hangingAt } from '../../testing/hanging-program.js';
import { VideoMaker } from '../../testing/make-video.js';
import { markAll } from '../../testing/mark-all.js';
import { insertMarkedTrailer } from '../../testing/marked-trailer.js';
import { call, MediaApp, startLiveness, startWorker } from '../../testing/media-app.js';
import { MediaProcess } from '../../testing/media-process.js';
import { type MediaServers, startMediaServers, testLogger } from '../../testing/media-servers.js';
import { PROCESSING_MS } from '../../testing/processing.js';
import { cutEvidence } from './cut-evidence.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceFilesService } from './evidence-files.service.js';
import { MarkIndexRepository } from './mark-index.repository.js';
import { MarkIndexerService } from './mark-indexer.service.js';
import { sandboxedFrames } from './sandboxed-frames.js';

jest.setTimeout(3 * PROCESSING_MS);

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
/** Connects with the role of workers. */
let database: DataSource;
let indexes: MarkIndexRepository;
let killed: MediaProcess | undefined;
const { signal: stop } = new AbortController();

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
  database = await new DataSource(mediaDataSource(servers.database.urlOf('media-worker'))).initialize();
  indexes = new MarkIndexRepository(database);
}, PROCESSING_MS);
afterAll(async () => {
  await killed?.end('SIGKILL');
  await database?.destroy();
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

const programs = () => new MediaPrograms(servers.environment.FFMPEG_PATH, servers.environment.FFPROBE_PATH);

/** Reads evidence as a worker does, with the storage at an address. */
function filesAt(S3_ENDPOINT: string): EvidenceFilesService {
  const store = new S3ObjectStore({ ...servers.environment, S3_ENDPOINT });
  const box = new SecretBox(servers.environment.MEDIA_SECRET);
  return new EvidenceFilesService(new EvidenceRepository(database), store, box);
}

const indexerAt = (endpoint: string) =>
  new MarkIndexerService(indexes, filesAt(endpoint), programs(), testLogger);

const jobsOf = (trailerId: string) =>
  queryRows(
    database,
    z.object({ attempts: z.int(), delayed: z.boolean(), storageWaits: z.int().nullable() }),
    `SELECT attempts, run_at > clock_timestamp() AS delayed, (payload->>'storageWaits')::int AS "storageWaits"
     FROM media_jobs._private_jobs WHERE key = $1`,
    [`index:${trailerId}`],
  );
const change = (sql: string, values: unknown[] = []) =>
  servers.withAdmin((admin) => admin.query(sql, values));

describe('the index of a marked trailer', () => {
  let id: string;

  it('is made after the trailer is finished, also if the worker is killed', async () => {
    await markAll(servers);
    const programs = await hangingAt('ffmpeg', 'poor-copy.mp4', { videos, servers });
    const worker = MediaProcess.start({ ...servers.workerVariables, ...programs });
    killed = worker;
    ({ id } = await app.accept(await makeFilmToMark(videos)));
    await until(() => worker.programs().some((line) => line.includes('poor-copy.mp4')), {
      deadlineMs: PROCESSING_MS,
      everyMs: 100,
      what: 'the check of the marks',
    });
    expect(await app.find(id)).toMatchObject({ status: 'ready', finished: true, markCheck: null });
    await worker.end('SIGKILL');

    const liveness = await startLiveness(servers);
    const another = await startWorker(servers);
    try {
      const { markCheck } = await app.once(id, (trailer) => trailer.markCheck != null, PROCESSING_MS, 200);
      // So few segments name nobody: a single person needs 21.
      expect(markCheck).toMatchObject({ segments: 16, people: 1, secondsToName: null });
      // The job is removed after its result is stored.
      await until(async () => (await jobsOf(id)).length === 0, {
        deadlineMs: 10_000,
        what: 'the job to end',
      });
    } finally {
      await another.close();
      await liveness.close();
    }
  });

  it('shows which segments carry no mark', async () => {
    const { index, erased } = (await indexes.read(id)) ?? {};
    const black = Array.from({ length: 4 }, (_, at) => 2 * filmToMark.black.from + at);
    expect([...(erased ?? [])].filter((segment) => black.includes(segment))).toEqual(black);
    // A copy of that quality may lose a few others.
    expect(erased?.size).toBeLessThanOrEqual(black.length + 3);
    expect(index).toMatchObject({
      aspect: expect.closeTo(16 / 9, 2),
      fps: filmToMark.rate,
      frames: filmToMark.rate * filmToMark.seconds,
    });
    expect(await indexes.list()).toEqual([expect.objectContaining({ trailerId: id, title: 'A title' })]);
  });

  it('is checked in parts, whose pictures are those of the whole', async () => {
    await withWorkFolder(async (dir) => {
      const files = await filesAt(servers.environment.S3_ENDPOINT).fetch(id, dir, stop);
      if (files === undefined) throw new Error('the trailer has no evidence');
      const { starts, seconds, fps, aspect } = files;
      expect([starts.length, starts[11], fps]).toEqual([16, 5.5, filmToMark.rate]);
      expect([seconds, aspect]).toEqual([expect.closeTo(filmToMark.seconds, 3), expect.closeTo(16 / 9, 2)]);
      const part = await cutEvidence(files, { from: 10, to: 15 }, dir, stop);
      expect(part.starts).toEqual([0, 0.5, 1, 1.5, 2]);
      const frames = sandboxedFrames(programs(), { dir, signal: stop });
      const pictures = async (file: string, from = 0) => {
        const read: Buffer[] = [];
        for await (const one of frames(file, { width: 64, height: 36, fps, from }))
          read.push(Buffer.from(one));
        return read;
      };
      for (const variant of ['first', 'second'] as const) {
        const whole = await pictures(files[variant]);
        expect(whole).toHaveLength(filmToMark.rate * filmToMark.seconds);
        expect(await pictures(part[variant])).toEqual(whole.slice(10 * (fps / 2), 15 * (fps / 2)));
      }
    });
  });

  it('is made again by the sweep if it is missing, of an older format, or older than the renditions', async () => {
    await indexes.enqueueForgotten();
    expect(await jobsOf(id)).toEqual([]);
    for (const sql of [
      'UPDATE media.mark_indexes SET format = 0 WHERE trailer_id = $1',
      `UPDATE media.mark_indexes SET format = 1, created_at = created_at - interval '1 hour' WHERE trailer_id = $1`,
      'DELETE FROM media.mark_indexes WHERE trailer_id = $1',
    ]) {
      await change(sql, [id]);
      for (let sweep = 0; sweep < 2; sweep += 1) await indexes.enqueueForgotten();
      expect(await jobsOf(id)).toEqual([{ attempts: 0, delayed: false, storageWaits: null }]);
      await change('DELETE FROM media_jobs._private_jobs');
    }
    expect(await indexes.list()).toEqual([]);
  });

  it('is tried again by the sweep a week after its job failed', async () => {
    await indexes.enqueueForgotten();
    await change('UPDATE media_jobs._private_jobs SET attempts = max_attempts');
    await indexes.enqueueForgotten();
    expect(await jobsOf(id)).toMatchObject([{ attempts: 5 }]);
    await change(`UPDATE media_jobs._private_jobs SET updated_at = updated_at - interval '8 days'`);
    await indexes.enqueueForgotten();
    expect(await jobsOf(id)).toMatchObject([{ attempts: 0 }]);
    await change('DELETE FROM media_jobs._private_jobs');
  });

  it('waits for the storage while it is unavailable', async () => {
    await indexerAt('http://127.0.0.1:1').index({ trailerId: id, storageWaits: 2, stop });
    expect(await jobsOf(id)).toEqual([{ attempts: 0, delayed: true, storageWaits: 3 }]);
    await change('DELETE FROM media_jobs._private_jobs');
  });

  it('is not made for a trailer that was deleted meanwhile', async () => {
    await insertMarkedTrailer(app);
    await app.trailers.remove({ trailerId: id }, call());
    await indexes.replace(
      id,
      { erased: [], segments: 1, readableSegments: 1, bits: 1, seconds: 1 },
      Buffer.from('i'),
    );
    await indexerAt(servers.environment.S3_ENDPOINT).index({ trailerId: id, storageWaits: 0, stop });
    expect(await app.database.query('SELECT FROM media.mark_indexes')).toEqual([]);
    expect(await app.database.query('SELECT FROM media.mark_index_parts')).toEqual([]);
  });
});

it('stores that a trailer is too long for its marks to be read', async () => {
  const { id, renditions } = await insertMarkedTrailer(app);
  // Their objects are not read.
  await change(
    `WITH objects AS (
       INSERT INTO media.stored_objects (key) SELECT 'unread-' || more || variant
       FROM generate_series(5, $2::int) more, unnest(ARRAY['a', 'b']) variant)
     INSERT INTO media.segments (rendition_id, position, name, object_key, bytes, duration_seconds, iv,
                                 twin_object_key, twin_bytes, twin_iv)
     SELECT rendition_id, more, more || '.m4s', 'unread-' || more || 'a', bytes, duration_seconds, iv,
            'unread-' || more || 'b', twin_bytes, twin_iv
     FROM media.segments, generate_series(5, $2::int) more WHERE rendition_id = $1 AND position = 1`,
    [renditions[0]?.id, leakLimits.segments + 1],
  );
  await indexerAt(servers.environment.S3_ENDPOINT).index({ trailerId: id, storageWaits: 0, stop });
  const segments = leakLimits.segments + 1;
  expect((await app.find(id)).markCheck).toMatchObject({
    segments,
    readableSegments: 0,
    secondsToName: null,
  });
  expect(await indexes.read(id)).toBeUndefined();
  expect(await indexes.list()).toEqual([]);
  await indexes.enqueueForgotten();
  expect(await jobsOf(id)).toEqual([]);
});

it('is read in parts of any number', async () => {
  const { id } = await insertMarkedTrailer(app);
  const result = { erased: [2], segments: 4, readableSegments: 3, bits: 2, seconds: 2 };
  const index = await longIndex();
  await indexes.replace(id, result, index);
  expect(await indexes.read(id)).toMatchObject({ index: { frames: 8_000 }, erased: new Set([2]) });
  const [{ parts } = { parts: 0 }] = await queryRows(
    app.database,
    z.object({ parts: z.int() }),
    'SELECT count(*)::int AS parts FROM media.mark_index_parts WHERE trailer_id = $1',
    [id],
  );
  expect(parts).toBe(Math.ceil(index.length / 2 ** 17));
  expect(parts).toBeGreaterThan(64);
});

/** Returns the stored index of a film without key pictures. */
async function longIndex(): Promise<Uint8Array> {
  const { storedIndex } = await import('@secure-preview/marking');
  const frames = 8_000;
  return storedIndex({
    aspect: 16 / 9,
    fps: 24,
    frames,
    thumbs: new Uint8Array((frames / 2) * 64 * 36),
    keys: [],
  });
}
