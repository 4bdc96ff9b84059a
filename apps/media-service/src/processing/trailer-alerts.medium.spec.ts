import { randomUUID } from 'node:crypto';
import { notice } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { mediaDataSource } from '../database/data-source.js';
import { MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import type { NewRendition } from './attempt.js';
import { ProcessingRepository } from './processing.repository.js';

/** The first bytes of an MP4 file. The API inspects only these. */
const video = Buffer.from('0000001c667479706d703432000000016d7034316d70343269736f6d', 'hex');
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

async function begin() {
  const { id: trailerId } = await app.accept(video);
  const attempt = { trailerId, attemptId: randomUUID() };
  await worker.begin(attempt, 'process-trailer');
  return attempt;
}
const alertsOf = (trailerId: string) =>
  servers.withAdmin(async (admin) => {
    const sql = `SELECT kind, person_key AS person, ids, details FROM outbox.alerts WHERE ids->>'trailerId' = $1`;
    return (await admin.query(sql, [trailerId])).rows;
  });

it('reports once that a trailer failed', async () => {
  const attempt = await begin();
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
  const superseded = await begin();
  const { trailerId } = superseded;
  const attempt = { trailerId, attemptId: randomUUID() };
  await worker.begin(attempt, 'process-trailer');
  await expect(worker.publish(superseded, [rendition])).rejects.toThrow();
  await worker.fail(superseded, notice('FILE_DAMAGED'), false);
  expect(await alertsOf(trailerId)).toEqual([]);
  await worker.publish(attempt, [rendition]);
  expect(await alertsOf(trailerId)).toMatchObject([{ kind: 'trailerReady', ids: { trailerId } }]);
});
