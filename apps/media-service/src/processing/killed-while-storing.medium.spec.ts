import { jest } from '@jest/globals';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import { Client } from 'pg';
import * as z from 'zod';
import { MEDIA_SCHEMA } from '../database/data-source.js';
import type { WorkerLiveness } from '../jobs/worker-liveness.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { RetentionRepository } from '../sweep/retention.repository.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { MediaApp, startLiveness, startWorker } from '../testing/media-app.js';
import { MediaProcess } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { playTrailer } from '../testing/play.js';
import { PROCESSING_MS } from '../testing/processing.js';
import { StallingStore } from '../testing/stalling-store.js';
import { PARALLEL_UPLOADS } from './store-rendition.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let source: Buffer;
let liveness: WorkerLiveness;
/** Functions that end the workers of the current test. */
const stopWorkers: (() => Promise<unknown>)[] = [];

// Each test starts two workers, whose programs run at the lowest priority on a busy machine.
jest.setTimeout(3 * PROCESSING_MS);

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  const videoArgs = [...picture('960x540', 2), ...tone, '-t', '9', ...h264, '-g', '4', '-c:a', 'aac'];
  source = await videos.make('source.mp4', videoArgs);
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
async function start(): Promise<void> {
  const worker = await startWorker(servers);
  stopWorkers.push(() => worker.close());
}

/** Holds a lock while `work` runs. */
async function whileLocked(sql: string, work: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: servers.environment.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query(`SET search_path TO ${MEDIA_SCHEMA}`);
    await holder.query('BEGIN');
    await holder.query(sql);
    await work();
  } finally {
    await holder.end();
  }
}

/** Waits until a worker is blocked by a lock. Only a superuser can see the locks of other roles. */
const waitUntilBlocked = async () => {
  const superuser = new Client({ connectionString: servers.postgres.adminUrl(servers.database.name) });
  await superuser.connect();
  const isBlocked = async () => {
    const { rowCount } = await superuser.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  };
  await until(isBlocked, {
    deadlineMs: PROCESSING_MS,
    everyMs: 50,
    what: 'the worker to wait for a lock',
  }).finally(() => superuser.end());
};

/** Expects the trailer to play in all sizes. After a sweep, the bucket must contain no other objects. */
async function expectCompleteWithoutStrays(id: string): Promise<void> {
  const { videos: renditions, audio } = await playTrailer(app, id, videos.dir);
  expect(renditions).toHaveLength(3);
  expect(audio).toBeDefined();
  for (const { file } of renditions) {
    expect((await videos.probe(file)).streams[0]).toMatchObject({ nb_read_frames: '18' });
  }
  // The sweep of the worker locks the rows of objects, which the sweep below would skip.
  await app.swept(PROCESSING_MS);
  const ledger = new StoredObjectsRepository(app.database);
  const store = app.context.get(ObjectStore, { strict: false });
  const retention = new RetentionRepository(app.database);
  // Also expires the presigned URL of the upload.
  await app.database.query(
    `WITH ticket AS (UPDATE media.upload_tickets SET issued_at = issued_at - interval '2 hours')
     UPDATE media.stored_objects SET delete_after = delete_after - interval '2 days' WHERE delete_after IS NOT NULL`,
  );
  await new SweeperService(ledger, store, retention, { REPLACED_TRAILER_DAYS: 7 }).sweep(
    new AbortController().signal,
  );
  const stored = [];
  for await (const page of store.list()) stored.push(...page.map(({ key }) => key));
  const needed = await queryRows(
    app.database,
    z.object({ key: z.string() }),
    'SELECT object_key AS key FROM media.segments UNION ALL SELECT object_key FROM media.posters',
  );
  expect(stored.sort()).toEqual(needed.map(({ key }) => key).sort());
  await app.database.query('DELETE FROM media.active_trailers');
}

/** Objects of the first size: four files each for video and audio, and the poster. */
const FIRST_SIZE = 2 * (1 + 3) + 1;
const waitUntilStalled = (store: StallingStore, objects = 1) =>
  until(() => store.stalled >= objects, { deadlineMs: PROCESSING_MS, what: 'uploads to stall' });

describe('storing', () => {
  const cases = [
    ['the larger sizes', FIRST_SIZE + 3, 'ready'],
    ['the first size', 3, 'processing'],
  ] as const;
  const ids = new Map<string, string>();

  // One worker has stored half of each trailer when it is killed.
  beforeAll(async () => {
    const store = await StallingStore.start(servers.store.endpoint, 0);
    try {
      const first = startProcess({ S3_ENDPOINT: store.endpoint });
      for (const [what, puts, status] of cases) {
        store.forward(puts);
        const stalledUploads = store.stalled + PARALLEL_UPLOADS;
        const { id } = await app.accept(source);
        ids.set(what, id);
        await waitUntilStalled(store, stalledUploads);
        expect((await app.find(id)).status).toBe(status);
      }
      await first.end('SIGKILL');
    } finally {
      await store.stop();
    }
    await start();
    // The later trailer becomes active when its first size is stored, perhaps after the other one is complete.
    for (const id of ids.values()) await app.processed(id, PROCESSING_MS);
    for (const id of ids.values()) {
      const completed = { status: 'ready', active: id === ids.get('the first size') };
      expect(await app.find(id)).toMatchObject(completed);
    }
  });

  it.each(cases.map(([what]) => what))(
    'leaves no stray objects when a worker is killed with half of %s stored',
    async (what) => {
      await expectCompleteWithoutStrays(ids.get(what) ?? '');
    },
  );
});

it('publishes the first size once when a worker is killed while it publishes', async () => {
  let first: MediaProcess | undefined;
  const { id } = await app.accept(source);
  await whileLocked('LOCK TABLE media.active_trailers IN EXCLUSIVE MODE', async () => {
    first = startProcess();
    await waitUntilBlocked();
    expect(await app.find(id)).toMatchObject({ status: 'processing', active: false });
    await first.end('SIGKILL');
  });
  await start();
  expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready', active: true });
  await expectCompleteWithoutStrays(id);
});

it.each([
  ['the larger sizes', () => 'LOCK TABLE media.renditions IN EXCLUSIVE MODE'],
  [
    'the end of the processing',
    (id: string) =>
      `SELECT FROM media.stored_objects WHERE key = (SELECT source_key FROM media.trailers WHERE id = '${id}') FOR UPDATE`,
  ],
])('publishes %s once when a worker is killed while it publishes', async (_what, lock) => {
  const store = await StallingStore.start(servers.store.endpoint, FIRST_SIZE);
  try {
    const first = startProcess({ S3_ENDPOINT: store.endpoint });
    const { id } = await app.accept(source);
    await waitUntilStalled(store);
    await whileLocked(lock(id), async () => {
      store.resume();
      await waitUntilBlocked();
      expect(await app.find(id)).toMatchObject({ status: 'ready', finished: false });
      await first.end('SIGKILL');
    });
    await start();
    expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready', active: true });
    await expectCompleteWithoutStrays(id);
  } finally {
    await store.stop();
  }
});
