import { createLogger, type StopTracing, startTracing } from '@secure-preview/service-kit';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { type OtlpReceiver, startOtlpReceiver, until } from '@secure-preview/testing';
import * as z from 'zod';
import { hangingAt } from '../testing/hanging-program.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { programsOf } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let collector: OtlpReceiver;
let stopTracing: StopTracing;
/** Log lines of the worker. */
const log: string[] = [];

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ service: 'media', level: 'info', destination });
  collector = await startOtlpReceiver();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: 1 };
  stopTracing = await startTracing('media', tracing, logger);
  // The larger sizes are never finished.
  const hanging = await hangingAt('ffmpeg', 'video-720', { videos, servers });
  app = await MediaApp.start({ ...servers.environment, ...hanging }, logger);
});
afterAll(async () => {
  await app?.close();
  await stopTracing?.();
  await collector?.stop();
  await videos?.stop();
  await servers?.stop();
});

const jobs = (id: string) =>
  queryRows(app.database, z.object({}), 'SELECT FROM media_jobs.jobs WHERE key = ANY($1)', [
    [`process:${id}`, `finish:${id}`],
  ]);
const working = () => programsOf(process.pid);
const waiting = { deadlineMs: 60_000, everyMs: 100 };

async function cancel(id: string) {
  const cancelled = await app.trailers.cancel({ trailerId: id }, call());
  // Maximum time until an attempt detects the cancellation, on a busy machine.
  await until(() => working().length === 0, { ...waiting, deadlineMs: 10_000, what: 'ffmpeg to be ended' });
  await until(async () => (await jobs(id)).length === 0, { ...waiting, what: 'the job to end' });
  return cancelled;
}

it('ends the programs that process a cancelled trailer, and does not process it again', async () => {
  const slow = [...picture('854x480', 10), '-t', '60', '-c:v', 'mpeg4', '-q:v', '8'];
  const { id } = await app.accept(await videos.make('slow.avi', slow));
  await until(async () => (await app.find(id)).step === 'encode' && working().length > 0, {
    ...waiting,
    what: 'ffmpeg to encode',
  });
  expect(await cancel(id)).toMatchObject({ status: 'failed' });
  expect(await app.find(id)).toMatchObject({ status: 'failed', failure: 'Processing was cancelled.' });

  const quick = await videos.make('quick.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  expect(await app.processed((await app.accept(quick)).id)).toMatchObject({ status: 'ready' });
});

it('logs a cancelled attempt without an error or a stack', () => {
  expect(log.filter((line) => line.includes('attempt given up'))).toHaveLength(1);
  expect(log.filter((line) => line.includes('"outcome":"superseded"'))).toHaveLength(1);
  expect(log.filter((line) => /"stack"|"level":"?(50|error)/.test(line))).toEqual([]);
});

it('traces a cancelled attempt without a failed span', async () => {
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  await until(() => named('job process-trailer').length > 0, { what: 'the span of the attempt' });
  const [attempt] = named('job process-trailer');
  const program = named('ffmpeg').find(({ parentSpanId }) => parentSpanId === attempt?.spanId);
  expect([attempt?.failed, program?.failed]).toEqual([false, false]);
});

it('keeps the existing sizes of a playable trailer', async () => {
  const film = [...picture('1280x720', 2), '-t', '2', '-c:v', 'mpeg4', '-q:v', '8'];
  const { id } = await app.accept(await videos.make('film.avi', film));
  const { renditions } = await until(
    async () => {
      const trailer = await app.find(id);
      return trailer.status === 'ready' && trailer.step === 'encode' && working().length > 0
        ? trailer
        : undefined;
    },
    { ...waiting, deadlineMs: 100_000, what: 'the larger sizes to be made' },
  );
  expect(renditions.map(({ rung }) => rung)).toEqual([480]);
  expect(await cancel(id)).toMatchObject({ status: 'ready', finished: true, active: true, failure: null });
  expect(await app.find(id)).toMatchObject({ status: 'ready', renditions });
});
