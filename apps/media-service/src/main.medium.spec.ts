import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { jest } from '@jest/globals';
import { playbackRpc, trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { queryRows } from '@secure-preview/service-kit/postgres';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
  startTestRedis,
  type TestRedis,
  until,
} from '@secure-preview/testing';
import * as z from 'zod';
import { hangingAt } from './testing/hanging-program.js';
import { h264, picture, VideoMaker } from './testing/make-video.js';
import { browser, MediaApp, put, startWorker } from './testing/media-app.js';
import { MediaProcess, startSilentProgram } from './testing/media-process.js';
import { type MediaServers, startMediaServers, testLogger } from './testing/media-servers.js';
import { PROCESSING_MS } from './testing/processing.js';

let servers: MediaServers;
let redis: TestRedis;
let app: MediaApp;
let videos: VideoMaker;
let shortVideo: Buffer;
let videoToEncode: Buffer;
const started: MediaProcess[] = [];

// Each test starts processes, which run at the lowest priority on a busy machine.
jest.setTimeout(3 * PROCESSING_MS);

function start(role: 'api' | 'worker' | 'both', overrides: Record<string, string> = {}): MediaProcess {
  // A worker has no Redis: an empty variable counts as unset.
  const RPC_REDIS_URL = role === 'worker' ? '' : redis.url;
  const roleVariables = role === 'worker' ? servers.workerVariables : servers.variables;
  const variables = { ...roleVariables, RPC_REDIS_URL, MEDIA_ROLE: role, ...overrides };
  const process = MediaProcess.start(variables);
  started.push(process);
  return process;
}

beforeAll(async () => {
  redis = await startTestRedis();
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  shortVideo = await videos.make('quick.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  videoToEncode = await videos.make('encoded.avi', [...picture('640x360', 5), '-t', '2', '-c:v', 'mpeg4']);
  app = await MediaApp.start(servers.environment);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.end('SIGKILL')));
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
  await redis?.stop();
});

/** Returns the settings of an ffmpeg that hangs when it encodes. */
const hangingEncoder = () => hangingAt('ffmpeg', 'video-', { videos, servers });
const untilEncoding = (id: string) =>
  app.once(id, ({ status, step }) => status === 'processing' && step === 'encode');
const countLostAttempts = async (id: string) => {
  const [row] = await queryRows(
    app.database,
    z.object({ lost: z.number() }),
    'SELECT lost_attempts AS lost FROM media.trailers WHERE id = $1',
    [id],
  );
  return row?.lost;
};

describe('a worker with a collector of traces', () => {
  let collector: OtlpReceiver;
  let worker: MediaProcess;
  beforeAll(async () => {
    collector = await startOtlpReceiver();
    worker = start('worker', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    // Serves several tests.
    started.pop();
  });
  afterAll(async () => {
    await worker?.end('SIGKILL');
    await collector?.stop();
  });

  const jobs = () => collector.spans().filter(({ name }) => name === 'job process-trailer');
  const find = (what: string, test: (span: ReceivedSpan) => boolean) =>
    until(() => collector.spans().find(test), { deadlineMs: 30_000, what });

  it('sends the spans of a job and of the programs that it runs', async () => {
    const { id } = await app.accept(shortVideo);
    expect(await app.processed(id)).toMatchObject({ status: 'ready' });

    const job = await find('the job', ({ name }) => name === 'job process-trailer');
    expect(job).toMatchObject({
      service: 'media-worker',
      failed: false,
      attributes: { 'portal.job.task': 'process-trailer', 'portal.job.attempt': 1 },
    });
    for (const name of ['ffprobe', 'ffmpeg', 's3 GetObject', 's3 PutObject', 'postgres']) {
      const childSpan = await find(name, (span) => span.parentSpanId === job.spanId && span.name === name);
      expect(childSpan).toMatchObject({ service: 'media-worker', traceId: job.traceId });
    }
    expect(new Set(collector.spans().map(({ service }) => service))).toEqual(new Set(['media-worker']));
  });

  it('sends its last spans on SIGTERM', async () => {
    const before = jobs().length;
    const { id } = await app.accept(shortVideo);
    await app.processed(id);
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(jobs()).toHaveLength(before + 1);
  });
});

it('answers through Redis and makes an upload playable', async () => {
  start('both');
  const client = new RpcListClient({ url: redis.url, logger: testLogger });
  await client.connect();
  try {
    const context = () => ({ requestId: randomUUID() });
    const uploads = createRpcClient(uploadsRpc, client);
    const trailers = createRpcClient(trailersRpc, client);
    const playback = createRpcClient(playbackRpc, client);
    await until(() => client.isServed('media'), { deadlineMs: 60_000, what: 'media-service' });
    const { uploadURL } = await uploads.issue({ kind: 'video', browser }, context());
    await put(uploadURL, shortVideo);
    const { id } = await trailers.create({ title: 'A title', videoURL: uploadURL }, context());
    await app.processed(id);
    expect(await trailers.active({}, context())).toMatchObject({ id, status: 'ready' });
    const master = await playback.masterPlaylist({ trailerId: id, mayPreview: false }, context());
    expect(master.body).toMatch(/^#EXTM3U/);
    await expect(trailers.remove({ trailerId: id }, context())).rejects.toMatchObject({
      code: 'TRAILER_IS_ACTIVE',
    });
  } finally {
    await client.close();
  }
});

it('hands the job of a killed worker to another worker, and ends its programs', async () => {
  const first = start('worker', await hangingEncoder());
  const { id } = await app.accept(videoToEncode);
  await untilEncoding(id);
  await until(() => first.programs().length > 0, { everyMs: 100, what: 'ffmpeg to run' });
  const second = start('worker');
  await first.end('SIGKILL');
  await until(() => first.programs().length === 0, { everyMs: 100, what: 'the orphaned programs to end' });
  await until(async () => (await countLostAttempts(id)) === 1, {
    deadlineMs: 60_000,
    what: 'another attempt',
  });
  expect(await app.processed(id, 90_000)).toMatchObject({ status: 'ready' });
  expect(await second.end('SIGTERM')).toBe(0);
});

it('ends programs whose parent is killed, even if they never write', async () => {
  const { runner, pid } = await startSilentProgram();
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  runner.kill('SIGKILL');
  await until(() => !existsSync(`/proc/${pid}`), { what: 'the orphan to end' });
});

it('hands over the job of a worker that receives SIGTERM', async () => {
  const first = start('worker', await hangingEncoder());
  const { id } = await app.accept(videoToEncode);
  await untilEncoding(id);
  expect(await first.end('SIGTERM')).toBe(0);
  // Without a step, the next attempt does not count this one as lost.
  expect(await app.find(id)).toMatchObject({ status: 'processing', step: null });
  const second = await startWorker(servers);
  try {
    expect(await app.processed(id, 90_000)).toMatchObject({ status: 'ready' });
  } finally {
    await second.close();
  }
});

it('retries a job after the store was unavailable', async () => {
  const { id } = await app.accept(shortVideo);
  await servers.store.kill9();
  const worker = await startWorker(servers);
  try {
    expect(await app.once(id, ({ step }) => step === 'storage-unavailable')).toMatchObject({
      status: 'processing',
      failure: null,
      secondsLeft: null,
    });
    const [job] = await queryRows(
      app.database,
      z.looseObject({}),
      `SELECT attempts, payload, run_at < now() + interval '5 minutes' AS soon
       FROM media_jobs._private_jobs WHERE key = $1`,
      [`process:${id}`],
    );
    expect(job).toMatchObject({ attempts: 0, payload: { trailerId: id, storageWaits: 1 }, soon: true });
    await servers.store.restart();
    expect(await app.processed(id)).toMatchObject({ status: 'ready' });
  } finally {
    await worker.close();
  }
});

it('processes uploads after its database was restarted', async () => {
  start('worker');
  const { id: before } = await app.accept(shortVideo);
  await app.processed(before);
  await servers.postgres.kill9();
  await servers.postgres.restart();
  const { id } = await until(() => app.accept(shortVideo), { deadlineMs: 20_000, what: 'the database' });
  expect(await app.processed(id)).toMatchObject({ status: 'ready' });
});
