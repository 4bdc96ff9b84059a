import { randomUUID } from 'node:crypto';
import { notice } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../database/data-source.js';
import { MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import type { Attempt, NewRendition } from './attempt.js';
import { ProcessingRepository } from './processing.repository.js';
import { PROGRAM_STEPS } from './steps.js';

/** The first bytes of an MP4 file. The API inspects only these. */
const video = Buffer.from('0000001c667479706d703432000000016d7034316d70343269736f6d', 'hex');
const turn = { step: null, delaySeconds: 0, alone: false, storageWaits: 0 };

let servers: MediaServers;
let app: MediaApp;
let connection: DataSource;
let worker: ProcessingRepository;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
  // The role of the worker, which may insert alerts and nothing else into the outbox.
  connection = await new DataSource(mediaDataSource(servers.database.urlOf('media-worker'))).initialize();
  worker = new ProcessingRepository(connection);
}, 60_000);
afterAll(async () => {
  await connection?.destroy();
  await app?.close();
  await servers?.stop();
});

async function beginAttempt(): Promise<Attempt> {
  const { id: trailerId } = await app.accept(video);
  const attempt = { trailerId, attemptId: randomUUID() };
  expect(await worker.begin(attempt, 'process-trailer')).toMatchObject({ lostAttempts: 0 });
  return attempt;
}
const nextAttempt = ({ trailerId }: Attempt) => ({ trailerId, attemptId: randomUUID() });
const jobsOf = ({ trailerId }: Attempt) =>
  queryRows(
    app.database,
    z.object({ name: z.string(), queue: z.string().nullable(), waits: z.number() }),
    `SELECT task_identifier AS name, queue_name AS queue, (j.payload->>'storageWaits')::int AS waits
     FROM media_jobs.jobs JOIN media_jobs._private_jobs j USING (id)
     WHERE jobs.key IN ('process:' || $1, 'finish:' || $1) ORDER BY task_identifier`,
    [trailerId],
  );

it.each([
  ...PROGRAM_STEPS.map((step) => [step, 1] as const),
  ...['download', 'store'].map((step) => [step, 0] as const),
  [null, 0] as const,
])('counts an attempt that was lost at step %s as %d lost attempts', async (step, lostAttempts) => {
  const attempt = await beginAttempt();
  if (step !== null) await worker.report(attempt, { step, percent: 1, secondsLeft: null });
  expect(await worker.begin(nextAttempt(attempt), 'process-trailer')).toMatchObject({ lostAttempts });
});

it('does not count an attempt that was released', async () => {
  const attempt = await beginAttempt();
  await worker.report(attempt, { step: 'encode', percent: 1, secondsLeft: null });
  await worker.reschedule(attempt, { ...turn, job: 'process-trailer', alone: true, storageWaits: 3 });
  expect(await jobsOf(attempt)).toEqual([{ name: 'process-trailer', queue: 'suspects', waits: 3 }]);
  const next = nextAttempt(attempt);
  expect(await worker.begin(next, 'process-trailer')).toMatchObject({ lostAttempts: 0 });
  await expect(worker.reschedule(attempt, { ...turn, job: 'process-trailer' })).rejects.toThrow('taken over');
});

it('gives no work to a retried job after it enqueued the finish job', async () => {
  const attempt = await beginAttempt();
  await app.database.query(`UPDATE media.trailers SET status = 'ready' WHERE id = $1`, [attempt.trailerId]);
  expect(await worker.begin(nextAttempt(attempt), 'process-trailer')).toBeDefined();
  const last = nextAttempt(attempt);
  await worker.begin(last, 'process-trailer');
  await worker.reschedule(last, { ...turn, job: 'finish-trailer' });
  expect(await worker.begin(nextAttempt(attempt), 'process-trailer')).toBeUndefined();
  expect(await worker.begin(nextAttempt(attempt), 'finish-trailer')).toBeDefined();
});

it('gives no work to the finish job before the trailer is playable', async () => {
  expect(await worker.begin(nextAttempt(await beginAttempt()), 'finish-trailer')).toBeUndefined();
});

const rendition: NewRendition = {
  id: randomUUID(),
  kind: 'video',
  rungHeight: 240,
  width: 426,
  height: 240,
  frameRate: 24,
  channels: null,
  codecs: 'avc1.640015',
  peakBitsPerSecond: 1,
  averageBitsPerSecond: 1,
  durationSeconds: 10,
  provisional: false,
  segments: [],
};

const alertsOf = (trailerId: string) =>
  servers.withAdmin(async (admin) => {
    const sql = `SELECT kind, person_key AS person, ids, details FROM outbox.alerts WHERE ids->>'trailerId' = $1`;
    return (await admin.query(sql, [trailerId])).rows;
  });

it('reports once that a trailer failed', async () => {
  const attempt = await beginAttempt();
  const { trailerId } = attempt;
  expect(await alertsOf(trailerId)).toEqual([]);
  await worker.fail(attempt, notice('FILE_DAMAGED'), false);
  await worker.fail(attempt, notice('FILE_DAMAGED'), false);
  const details = { title: expect.any(String) };
  expect(await alertsOf(trailerId)).toEqual([
    { kind: 'trailerFailed', person: null, ids: { trailerId }, details },
  ]);
});

it('reports that a trailer can be watched, and nothing about an attempt that was superseded', async () => {
  const superseded = await beginAttempt();
  const { trailerId } = superseded;
  const attempt = { trailerId, attemptId: randomUUID() };
  await worker.begin(attempt, 'process-trailer');
  await expect(worker.publish(superseded, [rendition])).rejects.toThrow();
  await worker.fail(superseded, notice('FILE_DAMAGED'), false);
  expect(await alertsOf(trailerId)).toEqual([]);
  await worker.publish(attempt, [rendition]);
  expect(await alertsOf(trailerId)).toMatchObject([{ kind: 'trailerReady', ids: { trailerId } }]);
});
