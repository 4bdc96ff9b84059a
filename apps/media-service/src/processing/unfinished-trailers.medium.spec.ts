import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { hangingAt } from '../testing/hanging-program.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp, startWorker } from '../testing/media-app.js';
import { MediaProcess } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let videos: VideoMaker;

/** More uploads than a worker processes at once. */
const UPLOADS = 8;
const ALL_MS = 3 * PROCESSING_MS;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
}, PROCESSING_MS);
afterAll(async () => {
  await videos?.stop();
  await servers?.stop();
});

describe('uploads that wait for their larger sizes', () => {
  let app: MediaApp;
  let secondWorker: MediaProcess | undefined;
  beforeAll(async () => {
    const slow = await hangingAt('ffmpeg', 'video-720', { videos, servers });
    app = await MediaApp.start({ ...servers.environment, ...slow });
  }, PROCESSING_MS);
  afterAll(async () => {
    await secondWorker?.end('SIGKILL');
    await app?.close();
  });

  const stateRow = z.object({
    id: z.string(),
    step: z.string().nullable(),
    attempt: z.string().nullable(),
    jobs: z.array(z.string()),
  });
  const rows = () =>
    queryRows(
      app.database,
      stateRow,
      `SELECT id, step, attempt_id AS attempt,
       ARRAY(SELECT split_part(key, ':', 1) FROM media_jobs.jobs WHERE key LIKE '%:' || t.id ORDER BY 1) AS jobs
     FROM media.trailers t ORDER BY attempt_id IS NULL, upload_order`,
    );
  const folders = async () =>
    (await readdir(tmpdir())).filter(
      (name) => name.startsWith('secure-preview-media-') && name.includes(`-${process.pid}-`),
    );

  it(
    'makes uploads playable first; waiting ladders use no resources and run on any free worker',
    async () => {
      const source = await videos.make('film.mp4', [
        ...picture('1280x720', 2),
        '-t',
        '2',
        ...h264,
        '-g',
        '2',
      ]);
      for (let upload = 1; upload <= UPLOADS; upload += 1) {
        const { id } = await app.accept(source);
        const playable = await app.once(id, ({ status }) => status !== 'processing', PROCESSING_MS);
        expect(playable).toMatchObject({ status: 'ready', active: true, finished: false });
      }
      const [inProgress, ...waiting] = await until(
        async () => {
          const found = await rows();
          const settled = found.filter(({ attempt, jobs }) => attempt === null && jobs.join() === 'finish');
          return settled.length === UPLOADS - 1 && found[0]?.step === 'encode' ? found : undefined;
        },
        { deadlineMs: PROCESSING_MS, what: 'all but one to wait for their turn' },
      );
      expect(inProgress).toMatchObject({ step: 'encode', jobs: ['finish'] });
      for (const { id } of waiting) {
        expect(await app.find(id)).toMatchObject({ step: null, secondsLeft: null, finished: false });
      }
      expect(await folders()).toHaveLength(1);

      const [cancelled, ...others] = waiting;
      await app.trailers.cancel({ trailerId: cancelled?.id ?? '' }, call());
      expect((await rows()).find(({ id }) => id === cancelled?.id)).toMatchObject({ jobs: [] });

      secondWorker = MediaProcess.start(servers.workerVariables);
      for (const { id } of others) {
        const { renditions } = await app.processed(id, PROCESSING_MS);
        expect(renditions.map(({ rung }) => rung)).toEqual([720, 480, 240]);
      }
      expect(await app.find(inProgress?.id ?? '')).toMatchObject({ finished: false, step: 'encode' });
    },
    ALL_MS,
  );
});

describe('unfinished trailers', () => {
  let api: MediaApp;
  let worker: INestApplicationContext | undefined;
  beforeAll(async () => {
    api = await MediaApp.start({ ...servers.environment, MEDIA_ROLE: 'api' });
  }, PROCESSING_MS);
  afterAll(async () => {
    await worker?.close();
    await api?.close();
  });

  /** Accepts a trailer while no worker is running, and changes its job. */
  async function acceptTrailer(source: Buffer, change: string): Promise<string> {
    const { id } = await api.accept(source);
    const { rowCount } = await servers.withAdmin((admin) => admin.query(change, [`process:${id}`]));
    expect(rowCount).toBe(1);
    return id;
  }

  /** Creates a playable trailer with unfinished processing and no job. */
  async function createPlayable(source: Buffer): Promise<string> {
    const id = await acceptTrailer(source, 'DELETE FROM media_jobs._private_jobs WHERE key = $1');
    await api.database.query(
      `UPDATE media.trailers SET status = 'ready', duration_seconds = 1 WHERE id = $1`,
      [id],
    );
    return id;
  }

  it(
    'resumes only unfinished trailers whose job is lost or exhausted',
    async () => {
      const source = await videos.make('source.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
      const lost = await acceptTrailer(source, 'DELETE FROM media_jobs._private_jobs WHERE key = $1');
      const exhausted = await acceptTrailer(
        source,
        'UPDATE media_jobs._private_jobs SET attempts = max_attempts WHERE key = $1',
      );
      const lastAttempt = await acceptTrailer(
        source,
        'UPDATE media_jobs._private_jobs SET attempts = max_attempts, locked_at = now() WHERE key = $1',
      );
      const waiting = await acceptTrailer(
        source,
        `UPDATE media_jobs._private_jobs SET attempts = 3, run_at = now() + interval '1 hour' WHERE key = $1`,
      );
      const withoutLadder = await createPlayable(source);
      const withFinishJob = await createPlayable(source);
      await enqueueForTrailer(
        api.database,
        'finish-trailer',
        { trailerId: withFinishJob },
        { delaySeconds: 3600 },
      );
      worker = await startWorker(servers);
      await api.database.query(`SELECT media_jobs.add_job('sweep', '{}'::json, job_key => 'sweep')`);
      expect(await api.processed(lost, PROCESSING_MS)).toMatchObject({ status: 'ready' });
      expect(await api.processed(exhausted, PROCESSING_MS)).toMatchObject({ status: 'ready' });
      expect(await api.processed(withoutLadder, PROCESSING_MS)).toMatchObject({
        status: 'ready',
        warning: null,
      });
      const untouched = await api.database.query(
        'SELECT key, attempts = max_attempts AS last, attempts FROM media_jobs.jobs WHERE key = ANY($1) ORDER BY last, attempts',
        [
          [
            `process:${lastAttempt}`,
            `process:${waiting}`,
            `finish:${withFinishJob}`,
            `process:${withFinishJob}`,
          ],
        ],
      );
      expect(untouched).toEqual([
        { key: `finish:${withFinishJob}`, last: false, attempts: 0 },
        { key: `process:${waiting}`, last: false, attempts: 3 },
        { key: `process:${lastAttempt}`, last: true, attempts: 25 },
      ]);
    },
    PROCESSING_MS,
  );
});
