import { chmod, writeFile } from 'node:fs/promises';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import type { WorkerLiveness } from '../jobs/worker-liveness.js';
import { hangingPrograms, hangsAt } from '../testing/hanging-program.js';
import { picture, VideoMaker } from '../testing/make-video.js';
import { markAll } from '../testing/mark-all.js';
import { MediaApp, startLiveness, startWorker } from '../testing/media-app.js';
import { MediaProcess } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let videos: VideoMaker;
let app: MediaApp;
let liveness: WorkerLiveness;
let killed: MediaProcess | undefined;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
  liveness = await startLiveness(servers);
}, PROCESSING_MS);
afterAll(async () => {
  await killed?.end('SIGKILL');
  await liveness?.close();
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

/**
 * Creates a fake ffmpeg that kills the worker when it processes the hostile file together with another file.
 * It recognises the files by their length. In the first two runs, each file waits for the other. Later, the
 * hostile file waits for at most 1 s, and the innocent file takes 3 s.
 */
async function workerKillingFfmpeg(hostileBytes: number): Promise<string> {
  const path = videos.path('worker-killing-ffmpeg');
  const script = `#!/bin/sh
case "$*" in *video-*) ;; *) exec ${servers.programs.ffmpeg} "$@";; esac
size=$(stat -c %s source)
cd ${videos.dir}
if [ "$size" = ${hostileBytes} ]; then
  echo >> hostile-runs
  if [ $(wc -l < hostile-runs) -le 2 ]; then until [ -e innocent ]; do sleep 0.1; done; fi
  for i in 1 2 3 4 5 6 7 8 9 10; do [ -e innocent ] && break; sleep 0.1; done
  rm -f innocent
  node=$(awk '/^PPid/ {print $2}' /proc/$PPID/status)
  kill -KILL "$node"; sleep 600
fi
echo >> innocent-runs
touch innocent
if [ $(wc -l < innocent-runs) -le 2 ]; then sleep 600; fi
sleep 3
rm -f innocent
cd "$OLDPWD"
exec ${servers.programs.ffmpeg} "$@"
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

it(
  'fails only the hostile file when it repeatedly kills workers that also process another file',
  async () => {
    const makeVideo = (name: string, seconds: number) =>
      videos.make(name, [...picture('64x36', 5), '-t', String(seconds), '-c:v', 'mpeg4']);
    const innocent = await makeVideo('innocent.avi', 1);
    const hostile = await makeVideo('hostile.avi', 2);
    const FFMPEG_PATH = await workerKillingFfmpeg(hostile.length);
    const { id: bad } = await app.accept(hostile);
    const { id: good } = await app.accept(innocent);
    let deaths = 0;
    let worker: MediaProcess | undefined;
    const done = async () => {
      if (worker?.hasEnded() ?? true) {
        deaths += worker === undefined ? 0 : 1;
        worker = MediaProcess.start({ ...servers.workerVariables, FFMPEG_PATH });
      }
      return (await app.find(bad)).finished && (await app.find(good)).finished;
    };
    try {
      await until(done, { deadlineMs: 3 * PROCESSING_MS, everyMs: 250, what: 'both trailers to finish' });
    } finally {
      await worker?.end('SIGKILL');
    }
    expect(await app.find(bad)).toMatchObject({ status: 'failed', failure: 'The file cannot be processed.' });
    expect(await app.find(good)).toMatchObject({ status: 'ready', warning: null });
    expect(deaths).toBe(6);
  },
  4 * PROCESSING_MS,
);

/** Texts in the arguments of the programs that hang, with the sizes published by then. */
const hangPoints = [
  ['extractplanes', []],
  ['video-480-added', [240]],
] as const;
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

/** Counts the stored objects that are not posters, and those that are used by segments. */
const counts = async () => {
  const [row = { kept: 0, used: 0 }] = await select(
    z.object({ kept: z.number(), used: z.number() }),
    `SELECT (SELECT count(*)::int FROM media.stored_objects
             WHERE delete_after IS NULL AND key NOT IN (SELECT object_key FROM media.posters)) AS kept,
            (SELECT (count(object_key) + count(twin_object_key))::int FROM media.segments) AS used`,
  );
  return row;
};

it(
  'continues with the same patterns when a worker is killed while it marks a trailer',
  async () => {
    await markAll(servers);
    const before = await counts();
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
    const after = await counts();
    // Each of the four renditions has an initialisation segment and two variants of four others.
    expect({ kept: after.kept - before.kept, used: after.used - before.used }).toEqual({
      kept: 4 * 9,
      used: 4 * 9,
    });
  },
  3 * PROCESSING_MS,
);
