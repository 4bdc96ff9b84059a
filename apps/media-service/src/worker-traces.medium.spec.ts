import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver, until } from '@secure-preview/testing';
import { h264, picture, VideoMaker } from './testing/make-video.js';
import { MediaApp } from './testing/media-app.js';
import { MediaProcess } from './testing/media-process.js';
import { type MediaServers, startMediaServers } from './testing/media-servers.js';

let collector: OtlpReceiver;
let servers: MediaServers;
let videos: VideoMaker;
let app: MediaApp;
let worker: MediaProcess;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
  worker = MediaProcess.start({
    ...servers.workerVariables,
    // A worker has no Redis: an empty variable counts as unset.
    RPC_REDIS_URL: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
});
afterAll(async () => {
  await worker?.end('SIGKILL');
  await app?.close();
  await videos?.stop();
  await servers?.stop();
  await collector?.stop();
});

const jobs = () => collector.spans().filter(({ name }) => name === 'job process-trailer');
const find = (what: string, test: (span: ReceivedSpan) => boolean) =>
  until(() => collector.spans().find(test), { deadlineMs: 30_000, what });

it('sends the spans of a job and of the programs that it runs', async () => {
  const { id } = await app.accept(
    await videos.make('short.mp4', [...picture('64x36', 5), '-t', '1', ...h264]),
  );
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
  const { id } = await app.accept(
    await videos.make('other.mp4', [...picture('64x36', 5), '-t', '1', ...h264]),
  );
  await app.processed(id);
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(jobs()).toHaveLength(before + 1);
});
