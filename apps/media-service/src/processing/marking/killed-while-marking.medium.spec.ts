import { jest } from '@jest/globals';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { hangingPrograms, hangsAt } from '../../testing/hanging-program.js';
import { picture, VideoMaker } from '../../testing/make-video.js';
import { markAll } from '../../testing/mark-all.js';
import { MediaApp, startWorker } from '../../testing/media-app.js';
import { MediaProcess } from '../../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../../testing/media-servers.js';
import { PROCESSING_MS } from '../../testing/processing.js';

jest.setTimeout(3 * PROCESSING_MS);

/** Texts in the arguments of the programs that hang, with the sizes published by then. */
const hangPoints = [
  ['extractplanes', []],
  ['video-480-added', [240]],
] as const;
let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let killed: MediaProcess | undefined;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
  await markAll(servers);
}, PROCESSING_MS);
afterAll(async () => {
  await killed?.end('SIGKILL');
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

const select = <T extends z.ZodType>(row: T, sql: string, parameters: unknown[] = []) =>
  queryRows(app.database, row, sql, parameters);

const patternKeys = () =>
  select(
    z.object({ trailerId: z.string(), key: z.instanceof(Buffer) }),
    'SELECT trailer_id AS "trailerId", pattern_key AS key FROM media.marks ORDER BY trailer_id',
  );
const publishedRungs = async (id: string) =>
  (
    await select(
      z.object({ rung: z.number() }),
      'SELECT rung FROM media.renditions WHERE trailer_id = $1 ORDER BY rung',
      [id],
    )
  ).map(({ rung }) => rung);

it('continues with the same patterns when a worker is killed', async () => {
  const programs = await hangingPrograms(
    hangPoints.map(([text]) => text),
    { videos, servers },
  );
  const worker = MediaProcess.start({ ...servers.workerVariables, ...programs });
  killed = worker;
  const ids: string[] = [];
  for (const [text, published] of hangPoints) {
    const args = [...picture('640x360', 10), '-t', '2', '-c:v', 'mpeg4', ...hangsAt(text)];
    const { id } = await app.accept(await videos.make(`${text}.mkv`, args));
    ids.push(id);
    await until(() => worker.programs().some((line) => line.includes(text)), {
      deadlineMs: PROCESSING_MS,
      everyMs: 100,
      what: `a program to hang at ${text}`,
    });
    expect(await publishedRungs(id)).toEqual(published);
  }
  const keys = await patternKeys();
  expect(keys.map(({ trailerId }) => trailerId)).toEqual([...ids].sort());
  await worker.end('SIGKILL');

  const another = await startWorker(servers);
  try {
    for (const id of ids) {
      expect(await app.processed(id, PROCESSING_MS)).toMatchObject({ status: 'ready', failure: null });
      expect(await publishedRungs(id)).toEqual([240, 480]);
    }
  } finally {
    await another.close();
  }
  expect(await patternKeys()).toEqual(keys);
  const [counts] = await select(
    z.object({ kept: z.number(), used: z.number() }),
    `SELECT (SELECT count(*)::int FROM media.stored_objects
             WHERE delete_after IS NULL AND key NOT IN (SELECT object_key FROM media.posters)) AS kept,
            (SELECT (count(object_key) + count(twin_object_key))::int FROM media.segments) AS used`,
  );
  // Each of the four renditions has an initialisation segment and two variants of four others.
  expect(counts).toEqual({ kept: 4 * 9, used: 4 * 9 });
});
