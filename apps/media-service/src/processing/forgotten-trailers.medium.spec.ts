import type { INestApplicationContext } from '@nestjs/common';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { MediaApp, startWorker } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let videos: VideoMaker;
let api: MediaApp;
let worker: INestApplicationContext | undefined;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  api = await MediaApp.start({ ...servers.environment, MEDIA_ROLE: 'api' });
}, PROCESSING_MS);
afterAll(async () => {
  await worker?.close();
  await api?.close();
  await videos?.stop();
  await servers?.stop();
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
  await api.database.query(`UPDATE media.trailers SET status = 'ready', duration_seconds = 1 WHERE id = $1`, [
    id,
  ]);
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
