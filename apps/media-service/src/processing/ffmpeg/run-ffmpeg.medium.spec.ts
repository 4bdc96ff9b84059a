import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidMediaError } from '../processing-errors.js';
import { MediaPrograms } from './media-programs.js';
import { runFfmpeg } from './run-ffmpeg.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-ffmpeg-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs a script in place of ffmpeg. */
async function run(
  script: string,
  limits: { stallMs?: number; graceMs?: number; maxMs?: number },
): Promise<number[]> {
  const program = join(dir, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const signal = new AbortController().signal;
  const options = { dir, durationSeconds: 10, signal, priority: 'normal', onProgress, ...limits } as const;
  await runFfmpeg(new MediaPrograms(program, undefined), [], options);
  return shares;
}

const counting = (progressLine: string) => `i=1; while echo ${progressLine}; do i=$((i+1)); sleep 0.1; done`;

it.each([
  ['prints nothing', 'sleep 600', { stallMs: 500 }],
  [
    'repeats the same progress',
    'while echo frame=7; echo out_time_us=1000000; do sleep 0.1; done',
    { stallMs: 500 },
  ],
  [
    'prints no progress values',
    'i=0; while echo total_size=$i; do i=$((i+1)); sleep 0.1; done',
    { stallMs: 500 },
  ],
  ['outputs a frame now and then', counting('out_time_us=$i; echo frame=$i'), { graceMs: 500 }],
  ['counts frames without advancing in time', counting('frame=$i'), { graceMs: 500 }],
  ['never ends', counting('out_time_us=$((i*100000))'), { maxMs: 500 }],
])('aborts a run that %s', async (_how, script, limits) => {
  const thrown = await run(script, limits).catch((error: unknown) => error);
  expect(thrown).toEqual(new InvalidMediaError('PROCESSING_TOO_SLOW'));
  expect(thrown).toBeInstanceOf(InvalidMediaError);
});

it.each(['frame', 'out_time_us'])('continues a run whose %s advances', async (field) => {
  const script = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo ${field}=$i; sleep 0.2; done; echo out_time_us=10000000`;
  expect((await run(script, { stallMs: 2800 })).at(-1)).toBe(1);
});

it('continues a slow run that is faster than the minimum speed', async () => {
  // The first 0.24 s may take 7.6 s: on a busy machine, it takes seconds until the program begins.
  const script = `for i in 1 2 3 4 5 6; do echo out_time_us=$((240000+i)); sleep 0.2; done; echo out_time_us=10000000`;
  expect((await run(script, { graceMs: 400 })).at(-1)).toBe(1);
});
