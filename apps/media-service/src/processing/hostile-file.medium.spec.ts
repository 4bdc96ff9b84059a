import { chmod, writeFile } from 'node:fs/promises';
import { until } from '@secure-preview/testing';
import type { WorkerLiveness } from '../jobs/worker-liveness.js';
import { picture, VideoMaker } from '../testing/make-video.js';
import { MediaApp, startLiveness } from '../testing/media-app.js';
import { MediaProcess } from '../testing/media-process.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { PROCESSING_MS } from '../testing/processing.js';

let servers: MediaServers;
let videos: VideoMaker;
let app: MediaApp;
let liveness: WorkerLiveness;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
  liveness = await startLiveness(servers);
}, PROCESSING_MS);
afterAll(async () => {
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
