import { jest } from '@jest/globals';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { hangingAt } from '../testing/hanging-program.js';
import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp, startWorker } from '../testing/media-app.js';
import { MediaProcess, programsOf } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { playTrailer } from '../testing/play.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let copied: Buffer;
let encoded: Buffer;
/** Ends a worker of the current test. */
const ends: (() => Promise<unknown>)[] = [];

// Each test starts workers, whose programs run at the lowest priority on a busy machine.
jest.setTimeout(3 * PROCESSING_MS);

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  const made = [...picture('1280x720', 2), ...tone, '-t', '5'];
  copied = await videos.make('copied.mp4', [...made, ...h264, '-g', '4', '-c:a', 'aac']);
  encoded = await videos.make('encoded.mkv', [...made, '-c:v', 'mpeg4', '-c:a', 'aac']);
  app = await MediaApp.start(servers.environment);
}, PROCESSING_MS);
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

/** Starts a worker that can be killed. */
function startProcess(more: Record<string, string> = {}): MediaProcess {
  const process = MediaProcess.start({ ...servers.workerVariables, ...more });
  ends.push(() => process.end('SIGKILL'));
  return process;
}

/** Starts a worker that is not killed, in this process. */
async function start(more: Record<string, string> = {}): Promise<void> {
  const worker = await startWorker(servers, more);
  ends.push(() => worker.close());
}

const hanging = (program: 'ffmpeg' | 'ffprobe', text: string) =>
  hangingAt(program, text, { videos, servers });

const stateRow = z.object({
  status: z.string(),
  step: z.string().nullable(),
  attempt: z.string().nullable(),
});
async function row(id: string): Promise<z.output<typeof stateRow>> {
  const [found] = await queryRows(
    app.database,
    stateRow,
    'SELECT status, step, attempt_id AS attempt FROM trailer WHERE id = $1',
    [id],
  );
  if (found === undefined) throw new Error('the trailer is gone');
  return found;
}
const activeTrailer = async () =>
  (
    await queryRows(app.database, z.object({ id: z.string() }), 'SELECT trailer_id AS id FROM active_trailer')
  )[0]?.id;
const reached = (id: string, status: string, step: string) =>
  until(
    async () => {
      const found = await row(id);
      return found.status === status && found.step === step;
    },
    { deadlineMs: PROCESSING_MS, everyMs: 50, what: `step ${step} of a ${status} trailer` },
  );

/** Expects every part of a trailer to exist exactly once, and nothing else of it to be kept. */
async function isWhole(id: string, sizes: number): Promise<void> {
  const { videos: made, audio } = await playTrailer(app, id, videos.dir);
  expect(made).toHaveLength(sizes);
  expect(audio).toBeDefined();
  for (const { file } of made) {
    const [stream] = (await videos.probe(file)).streams;
    expect(stream).toMatchObject({ nb_read_frames: '10' });
  }
  const stray = () =>
    queryRows(
      app.database,
      z.object({}),
      `SELECT key FROM stored_object o WHERE delete_after IS NULL
         AND NOT EXISTS (SELECT FROM segment WHERE object_key = o.key)
         AND NOT EXISTS (SELECT FROM poster WHERE object_key = o.key)
         AND NOT EXISTS (SELECT FROM trailer WHERE source_key = o.key)`,
    );
  expect(await stray()).toEqual([]);
  const attempts = await app.database.query('SELECT FROM attempt_object WHERE trailer_id = $1', [id]);
  expect(attempts).toEqual([]);
}

const source = { copied: () => copied, encoded: () => encoded };
const hangs = {
  'looking at it': () => hanging('ffprobe', '-show_format'),
  'copying it': () => hanging('ffmpeg', 'copied-video'),
  'encoding the smallest size': () => hanging('ffmpeg', 'video-480'),
  'choosing a poster': () => hanging('ffmpeg', 'thumbnail'),
  'encoding all sizes': () => hanging('ffmpeg', 'video-720'),
};

it.each<[keyof typeof hangs, keyof typeof source, string, string]>([
  ['looking at it', 'encoded', 'processing', 'probe'],
  ['copying it', 'copied', 'processing', 'remux'],
  ['encoding the smallest size', 'encoded', 'processing', 'encode'],
  ['choosing a poster', 'encoded', 'ready', 'poster'],
  ['encoding all sizes', 'copied', 'ready', 'encode'],
  ['encoding all sizes', 'encoded', 'ready', 'encode'],
])('continues on another worker when one is killed while %s (%s)', async (at, kind, status, step) => {
  const first = startProcess(await hangs[at]());
  const shown = await activeTrailer();
  const { id } = await app.accept(source[kind]());
  await reached(id, status, step);
  await until(() => first.programs().length > 0, { everyMs: 100, what: 'the program to hang' });
  expect(await activeTrailer()).toBe(status === 'ready' ? id : shown);
  await first.end('SIGKILL');
  await start();
  expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready', active: true });
  await isWhole(id, 2);
});

it('continues on another worker when one is killed while it waits for the store', async () => {
  for (const kind of ['copied', 'encoded'] as const) {
    const { id } = await app.accept(source[kind]());
    await servers.store.kill9();
    const first = startProcess();
    await until(async () => (await row(id)).step === 'storage-unavailable', {
      deadlineMs: PROCESSING_MS,
      what: 'an attempt to find the store away',
    });
    await first.end('SIGKILL');
    await servers.store.restart();
    await start();
    expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready' });
    await isWhole(id, 2);
    await Promise.all(ends.splice(0).map((end) => end()));
  }
});

it('stops when it is cancelled, and keeps what is playable', async () => {
  await start(await hangs['encoding all sizes']());
  const { id } = await app.accept(copied);
  await reached(id, 'ready', 'encode');
  await until(() => programsOf(process.pid).length > 0, { everyMs: 100, what: 'the program to hang' });
  await app.trailers.cancel({ trailerId: id }, call());
  await until(() => programsOf(process.pid).length === 0, {
    deadlineMs: 20_000,
    everyMs: 100,
    what: 'the program to be ended',
  });
  expect(await app.find(id)).toMatchObject({ status: 'ready', finished: true, failure: null, step: null });
  const { videos: made } = await playTrailer(app, id, videos.dir);
  expect(made).toHaveLength(1);
});

it('stops when it is cancelled before it is playable', async () => {
  await start(await hangs['encoding the smallest size']());
  const { id } = await app.accept(encoded);
  await reached(id, 'processing', 'encode');
  await until(() => programsOf(process.pid).length > 0, { everyMs: 100, what: 'the program to hang' });
  await app.trailers.cancel({ trailerId: id }, call());
  await until(() => programsOf(process.pid).length === 0, {
    deadlineMs: 20_000,
    everyMs: 100,
    what: 'the program to be ended',
  });
  expect(await app.find(id)).toMatchObject({ status: 'failed', failure: 'Processing was cancelled.' });
});

it('gives up a file that crashes one worker after another', async () => {
  const { id } = await app.accept(encoded);
  await app.database.query('UPDATE trailer SET lost_attempts = 6 WHERE id = $1', [id]);
  await start();
  expect(await app.processed(id, PROCESSING_MS)).toMatchObject({
    status: 'failed',
    failure: 'The file cannot be processed.',
  });
});
