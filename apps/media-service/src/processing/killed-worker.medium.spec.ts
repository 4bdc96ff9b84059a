import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import type { WorkerLiveness } from '../jobs/worker-liveness.js';
import { hangingPrograms, hangsAt } from '../testing/hanging-program.js';
import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp, startLiveness, startWorker } from '../testing/media-app.js';
import { MediaProcess, programsOf } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { playTrailer } from '../testing/play.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let liveness: WorkerLiveness;
/** Settings of a worker whose programs hang on videos with a marked title. */
let hanging: Record<string, string>;
/** Functions that end the workers of the current test. */
const stopWorkers: (() => Promise<unknown>)[] = [];

// Each test starts workers, whose programs run at the lowest priority on a busy machine.
jest.setTimeout(3 * PROCESSING_MS);

const videoArgs = [...picture('960x540', 2), ...tone, '-t', '5'];
const kinds = {
  copied: (name: string, more: readonly string[] = []) =>
    videos.make(`${name}.mp4`, [...videoArgs, ...h264, '-g', '4', '-c:a', 'aac', ...more]),
  encoded: (name: string, more: readonly string[] = []) =>
    videos.make(`${name}.mkv`, [...videoArgs, '-c:v', 'mpeg4', '-c:a', 'aac', ...more]),
};
type Kind = keyof typeof kinds;
/** Makes a video whose processing hangs. */
const hangingVideo = (kind: Kind, text: string) => kinds[kind](`hanging${text}`, hangsAt(text));

/** Steps at which a worker can hang, each with a text in its program's arguments. */
const hangPoints = {
  'probing the upload': '-show_format',
  'copying the upload': 'copied-video',
  'encoding the first size': 'video-480',
  'choosing a poster': 'thumbnail',
  'encoding all sizes': 'video-720',
};

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  hanging = await hangingPrograms(Object.values(hangPoints), { videos, servers });
  app = await MediaApp.start(servers.environment);
  liveness = await startLiveness(servers);
}, PROCESSING_MS);
afterEach(async () => {
  await Promise.all(stopWorkers.splice(0).map((end) => end()));
});
afterAll(async () => {
  await liveness?.close();
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

/** Starts a worker that can be killed. */
function startProcess(more: Record<string, string> = {}): MediaProcess {
  const process = MediaProcess.start({ ...servers.workerVariables, ...more });
  stopWorkers.push(() => process.end('SIGKILL'));
  return process;
}

/** Starts a worker that is not killed, in this process. */
async function start(more: Record<string, string> = {}): Promise<void> {
  const worker = await startWorker(servers, more);
  stopWorkers.push(() => worker.close());
}

const stateRow = z.object({
  status: z.string(),
  step: z.string().nullable(),
  attempt: z.string().nullable(),
});
async function row(id: string): Promise<z.output<typeof stateRow>> {
  const [found] = await queryRows(
    app.database,
    stateRow,
    'SELECT status, step, attempt_id AS attempt FROM media.trailers WHERE id = $1',
    [id],
  );
  if (found === undefined) throw new Error('the trailer is missing');
  return found;
}
const activeTrailer = async () =>
  (
    await queryRows(
      app.database,
      z.object({ id: z.string() }),
      'SELECT trailer_id AS id FROM media.active_trailers',
    )
  )[0]?.id;
const reached = (id: string, status: string, step: string) =>
  until(
    async () => {
      const found = await row(id);
      return found.status === status && found.step === step;
    },
    { deadlineMs: PROCESSING_MS, everyMs: 50, what: `step ${step} of a ${status} trailer` },
  );

/** Expects a trailer to have all its parts exactly once and no stray objects. */
async function expectComplete(id: string, sizes: number): Promise<void> {
  const { videos: renditions, audio } = await playTrailer(app, id, videos.dir);
  expect(renditions).toHaveLength(sizes);
  expect(audio).toBeDefined();
  for (const { file } of renditions) {
    const [stream] = (await videos.probe(file)).streams;
    expect(stream).toMatchObject({ nb_read_frames: '10' });
  }
  const stray = () =>
    queryRows(
      app.database,
      z.object({}),
      `SELECT key FROM media.stored_objects o WHERE delete_after IS NULL
         AND NOT EXISTS (SELECT FROM media.segments WHERE object_key = o.key)
         AND NOT EXISTS (SELECT FROM media.posters WHERE object_key = o.key)
         AND NOT EXISTS (SELECT FROM media.trailers WHERE source_key = o.key)`,
    );
  expect(await stray()).toEqual([]);
  const attempts = await app.database.query('SELECT FROM media.attempt_objects WHERE trailer_id = $1', [id]);
  expect(attempts).toEqual([]);
}

describe('processing', () => {
  // In the order in which hanging programs are ended: after 5 minutes, 3 for a poster and 1 for a probe.
  const points = [
    ['encoding all sizes', 'copied', 'ready', 'encode'],
    ['encoding all sizes', 'encoded', 'ready', 'encode'],
    ['copying the upload', 'copied', 'processing', 'remux'],
    ['encoding the first size', 'encoded', 'processing', 'encode'],
    ['choosing a poster', 'encoded', 'ready', 'poster'],
    ['probing the upload', 'encoded', 'processing', 'probe'],
  ] as const;
  /** Ids of the trailers, in the order of `points`. */
  const ids: string[] = [];

  // A worker runs three new uploads and one full ladder at the same time, so two workers suffice for all six trailers.
  beforeAll(async () => {
    const workers = [startProcess(hanging), startProcess(hanging)];
    const hangingCount = () => {
      const lines = workers.flatMap((worker) => worker.programs());
      return new Set(lines.map((line) => /secure-preview-media-[^/]+/.exec(line)?.[0])).size;
    };
    for (const [at, kind, status, step] of points) {
      const shown = await activeTrailer();
      const { id } = await app.accept(await hangingVideo(kind, hangPoints[at]));
      ids.push(id);
      await reached(id, status, step);
      await until(() => hangingCount() === ids.length, {
        everyMs: 100,
        what: `a program to hang while ${at}`,
      });
      expect(await activeTrailer()).toBe(status === 'ready' ? id : shown);
    }
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await start();
    for (const id of ids) await app.processed(id, PROCESSING_MS);
  });

  it.each(points.map(([at, kind], position) => [at, kind, position] as const))(
    'continues on another worker when a worker is killed while %s (%s)',
    async (_at, _kind, position) => {
      const id = ids[position] ?? '';
      // The newest upload is active.
      const isNewest = position === points.length - 1;
      expect(await app.find(id)).toMatchObject({ status: 'ready', finished: true, active: isNewest });
      await expectComplete(id, 3);
    },
  );
});

it('continues on another worker when a worker is killed while it waits for the storage', async () => {
  const { id: copied } = await app.accept(await kinds.copied('copied'));
  const { id: encoded } = await app.accept(await kinds.encoded('encoded'));
  await servers.store.kill9();
  const first = startProcess();
  for (const id of [copied, encoded]) {
    await until(async () => (await row(id)).step === 'storage-unavailable', {
      deadlineMs: PROCESSING_MS,
      what: 'an attempt to wait for the storage',
    });
  }
  await first.end('SIGKILL');
  await servers.store.restart();
  await start();
  for (const id of [copied, encoded]) {
    expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready' });
    await expectComplete(id, 3);
  }
});

describe('an attempt', () => {
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await startWorker(servers, hanging);
  });
  afterAll(() => worker?.close());

  /** Uploads a video and cancels its processing once its program hangs. */
  async function cancelled(kind: Kind, at: keyof typeof hangPoints, status: string): Promise<string> {
    const { id } = await app.accept(await hangingVideo(kind, hangPoints[at]));
    await reached(id, status, 'encode');
    await until(() => programsOf(process.pid).length > 0, { everyMs: 100, what: 'the program to hang' });
    await app.trailers.cancel({ trailerId: id }, call());
    await until(() => programsOf(process.pid).length === 0, {
      deadlineMs: 20_000,
      everyMs: 100,
      what: 'the program to be ended',
    });
    return id;
  }

  it('stops when cancelled and keeps the playable renditions', async () => {
    const id = await cancelled('copied', 'encoding all sizes', 'ready');
    const trailer = { status: 'ready', finished: true, failure: null, step: null };
    expect(await app.find(id)).toMatchObject(trailer);
    const { videos: renditions } = await playTrailer(app, id, videos.dir);
    expect(renditions).toHaveLength(1);
  });

  it('fails the trailer when cancelled before it is playable', async () => {
    const id = await cancelled('encoded', 'encoding the first size', 'processing');
    expect(await app.find(id)).toMatchObject({ status: 'failed', failure: 'Processing was cancelled.' });
  });
});

it('fails a file that repeatedly crashes workers', async () => {
  const { id } = await app.accept(await kinds.encoded('encoded'));
  await app.database.query('UPDATE media.trailers SET lost_attempts = 6 WHERE id = $1', [id]);
  await start();
  expect(await app.processed(id, PROCESSING_MS)).toMatchObject({
    status: 'failed',
    failure: 'The file cannot be processed.',
  });
});
