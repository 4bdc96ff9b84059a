import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { hangingAt } from '../testing/hanging-program.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { MediaProcess } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let videos: VideoMaker;
let app: MediaApp;
let secondWorker: MediaProcess | undefined;

/** More uploads than a worker processes at once. */
const UPLOADS = 8;
const ALL_MS = 3 * PROCESSING_MS;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  const slow = await hangingAt('ffmpeg', 'video-720', { videos, servers });
  app = await MediaApp.start({ ...servers.environment, ...slow });
}, PROCESSING_MS);
afterAll(async () => {
  await secondWorker?.end('SIGKILL');
  await app?.close();
  await videos?.stop();
  await servers?.stop();
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
    const source = await videos.make('film.mp4', [...picture('1280x720', 2), '-t', '2', ...h264, '-g', '2']);
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
