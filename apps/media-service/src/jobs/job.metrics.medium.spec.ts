import { createLogger, metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import { queueState } from '../doctor/media-state.queries.js';
import { LOCK_CLASS } from '../job-queue/pool-lock.js';
import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { observeJob } from './job.metrics.js';

const reported = async (name: string, labels: Record<string, string> = {}) =>
  sumOf(await metricsText(), name, labels) ?? 0;

describe('a portal with a worker', () => {
  let test: ProcessingTest;
  beforeAll(async () => {
    test = await ProcessingTest.start();
  }, PROCESSING_MS);
  afterAll(() => test?.stop());

  it(
    'reports uploads, the steps of their processing, and the outcomes',
    async () => {
      const { app, videos } = test;
      const video = await videos.make('good.mp4', [...picture('640x360'), ...tone, '-t', '4', ...h264]);
      const audioOnly = await videos.make('sound.mkv', [...tone, '-t', '2', '-c:a', 'aac']);
      const videoURL = await app.upload('video', video);
      const one = await app.trailers.create({ title: 'A title', videoURL }, call());
      // A repeated upload does not count again.
      await app.trailers.create({ title: 'A title', videoURL }, call());
      await app.processed(one.id, PROCESSING_MS);
      await app.processed((await app.accept(audioOnly)).id, PROCESSING_MS);
      await test.idle();

      expect(await reported('portal_upload_urls_issued_total', { kind: 'video' })).toBe(2);
      expect(await reported('portal_uploads_accepted_total', { kind: 'video' })).toBe(2);
      expect(await reported('portal_trailers_processed_total', { outcome: 'ready' })).toBe(1);
      expect(await reported('portal_trailers_processed_total', { outcome: 'failed' })).toBe(1);
      for (const step of ['download', 'probe', 'store']) {
        expect(await reported('portal_processing_step_duration_seconds_count', { step })).toBeGreaterThan(0);
      }
      const done = { task: 'process-trailer', outcome: 'ok' };
      expect(await reported('portal_job_duration_seconds_count', done)).toBe(2);
      for (const operation of ['PutObject', 'GetObject']) {
        const ok = { operation, outcome: 'ok' };
        expect(await reported('portal_s3_request_duration_seconds_count', ok)).toBeGreaterThan(0);
      }
      expect(await reported('portal_postgres_pool_limit', { pool: 'media-jobs' })).toBeGreaterThan(0);
      expect(await reported('portal_jobs', { task: 'process-trailer' })).toBe(0);
    },
    PROCESSING_MS,
  );
});

describe('a portal without a worker', () => {
  let servers: MediaServers;
  let api: MediaApp;
  beforeAll(async () => {
    servers = await startMediaServers({ MEDIA_ROLE: 'api' });
    api = await MediaApp.start(servers.environment);
  }, PROCESSING_MS);
  afterAll(async () => {
    await api?.close();
    await servers?.stop();
  });

  it('also reports the queue', async () => {
    const jobs = (state: string) => reported('portal_jobs', { task: 'process-trailer', state });
    const videos = await VideoMaker.start(servers.programs);
    await api.accept(await videos.make('waiting.mp4', [...picture(), '-t', '1', ...h264]));
    await videos.stop();
    await until(async () => (await jobs('waiting')) === 1, { what: 'the waiting job' });
    expect(await reported('portal_job_oldest_waiting_seconds', { task: 'process-trailer' })).toBeGreaterThan(
      0,
    );
    expect(await jobs('running')).toBe(0);
    const attemptCount = (attempts: string) =>
      servers.withAdmin((admin) => admin.query(`UPDATE media_jobs._private_jobs SET attempts = ${attempts}`));
    await attemptCount('1');
    await until(async () => (await jobs('retrying')) === 1, { what: 'the job that failed once' });
    await attemptCount('max_attempts');
    await until(async () => (await jobs('failed')) === 1, { what: 'the failed job' });
    expect(await jobs('waiting')).toBe(0);
    expect(sumOf(await metricsText(), 'portal_jobs', { task: 'finish-trailer', state: 'waiting' })).toBe(0);
  });

  it('counts the job of a dead worker as waiting, and the job of a live worker as running', async () => {
    const jobs = (state: string) => reported('portal_jobs', { task: 'process-trailer', state });
    await servers.withAdmin(async (admin) => {
      await admin.query(
        `UPDATE media_jobs._private_jobs
         SET attempts = 1, run_at = now() - interval '1 hour', locked_at = now() - interval '20 minutes', locked_by = 'a-pool'`,
      );
      await until(async () => (await jobs('waiting')) === 1, { what: 'the abandoned job' });
      const waited = await reported('portal_job_oldest_waiting_seconds', { task: 'process-trailer' });
      expect(Math.round(waited / 60)).toBe(20);
      const state = await queueState(api.database);
      expect(state).toMatchObject({ waiting: 1, givenUp: 0 });
      expect(Math.round(state.overdueMinutes)).toBe(20);
      // The job has no attempts left, and no worker is running it.
      await admin.query('UPDATE media_jobs._private_jobs SET attempts = max_attempts');
      expect(await queueState(api.database)).toMatchObject({ givenUp: 1 });

      await admin.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, 'a-pool']);
      await until(async () => (await jobs('running')) === 1, { what: 'the job of a live worker' });
      expect(await queueState(api.database)).toEqual({ waiting: 0, overdueMinutes: 0, givenUp: 0 });
    });
  });
});

it('logs each attempt, and distinguishes stopped attempts from failed attempts', async () => {
  const lines: object[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: 'media', level: 'info', destination });
  const job = { task_identifier: 'sweep', id: '7', attempts: 2, payload: {}, run_at: new Date() };
  const failing = () => Promise.reject(new Error('no'));
  await expect(observeJob(job, undefined, logger, failing)).rejects.toThrow('no');
  await expect(observeJob(job, AbortSignal.abort(), logger, failing)).rejects.toThrow('no');
  const ended = { task: 'sweep', jobId: '7', attempts: 2, msg: 'job ended' };
  expect(lines).toMatchObject([
    { ...ended, outcome: 'failed' },
    { ...ended, outcome: 'stopped' },
  ]);
  expect(await reported('portal_job_duration_seconds_count', { task: 'sweep', outcome: 'stopped' })).toBe(1);
});

describe('the log lines of a job', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const origin = { requestId: 'request-1', traceparent: `00-${traceId}-b7ad6b7169203331-00` };
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: 'media', level: 'info', destination });
  const logLines = async (payload: unknown) => {
    lines.length = 0;
    const job = { task_identifier: 'process-trailer', id: '8', attempts: 1, payload, run_at: new Date() };
    await observeJob(job, undefined, logger, async () => logger.info('trailer is ready'));
    return lines.map(({ msg, requestId, traceId: trace }) => ({ msg, requestId, trace }));
  };

  it('contain the ids of the request that caused the job', async () => {
    const ids = { requestId: 'request-1', trace: traceId };
    expect(await logLines({ trailerId: 'x', origin })).toEqual([
      { msg: 'trailer is ready', ...ids },
      { msg: 'job ended', ...ids },
    ]);
    logger.info('after the job');
    expect(lines.at(-1)).not.toHaveProperty('requestId');
  });

  it.each([[{}], [null], [{ origin: 'what?' }], [{ origin: { requestId: 7 } }]])(
    'are written even if the payload is %j',
    async (payload) => {
      expect((await logLines(payload)).map(({ msg, requestId }) => [msg, requestId])).toEqual([
        ['trailer is ready', undefined],
        ['job ended', undefined],
      ]);
    },
  );
});
