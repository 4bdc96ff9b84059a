import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { findFfmpeg } from '@secure-preview/testing';
import { ffmpegFrames } from '../testing/ffmpeg-frames.js';
import { type MarkedFilm, markFilm } from '../testing/marked-film.js';
import { detect, matchInTime } from './detect.js';
import { loadOpenCv, type OpenCv } from './geometry/opencv.js';
import { clipThumbs } from './index/clip-thumbs.js';
import { indexTrailer, type TrailerIndex } from './index/trailer-index.js';
import { trailerTime } from './time/lines.js';
import type { Frames } from './video/frames.js';

const run = promisify(execFile);
const picture = { width: 640, height: 360 };
const seconds = 20;
const nowhere = { offset: Number.NaN, rate: 1 };
// Takes 40 s of CPU time, so it needs more than the usual two minutes on a busy machine.
jest.setTimeout(240_000);
const shape = { fps: 24, aspect: 16 / 9 };

let folder: string;
let ffmpeg: string;
let frames: Frames;
let film: MarkedFilm;
let cv: OpenCv;
let index: TrailerIndex;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marking-'));
  ({ ffmpeg } = await findFfmpeg());
  frames = ffmpegFrames(ffmpeg);
  const file = join(folder, 'film.mp4');
  await drawFilm(file);
  film = await markFilm(ffmpeg, { file, seconds, fps: 24, ...picture }, folder, { amplitude: 1 });
  cv = await loadOpenCv();
  index = await indexTrailer(cv, frames, { file: film.first, ...shape });
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Four shots of five seconds with detail and motion. */
async function drawFilm(file: string): Promise<void> {
  const sources = [
    'mandelbrot=s=640x360:r=24:maxiter=200:start_scale=0.3:end_scale=0.05:end_pts=200',
    'testsrc2=s=640x360:r=24',
    'mandelbrot=s=640x360:r=24:maxiter=200:start_x=-1.25:start_y=0.05:start_scale=0.2:end_scale=0.05:end_pts=200',
    'mandelbrot=s=640x360:r=24:maxiter=200:start_x=-0.16:start_y=1.03:start_scale=0.15:end_scale=0.02:end_pts=200',
  ];
  await run(ffmpeg, [
    ...['-y', '-loglevel', 'error'],
    ...sources.flatMap((source) => ['-f', 'lavfi', '-t', '5', '-i', source]),
    '-filter_complex',
    '[0:v]setsar=1[a];[1:v]setsar=1[b];[2:v]setsar=1[c];[3:v]setsar=1[d];' +
      '[a][b][c][d]concat=n=4,noise=c0s=4:c0f=t:all_seed=7,eq=contrast=0.7,format=yuv420p[v]',
    ...['-map', '[v]', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', file],
  ]);
}

/** Changes the copy as a leaker might, and reads its marks. */
async function detected(name: string, filters: string, crf: number, source = ['-i', film.copy]) {
  const file = join(folder, `${name}.mp4`);
  await run(ffmpeg, [
    ...['-y', '-loglevel', 'error', ...source, '-vf', filters],
    ...['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${crf}`, file],
  ]);
  const match = matchInTime(await clipThumbs(frames, file, index.fps), index);
  const trailer = { first: film.first, second: film.second, ...shape };
  return detect(cv, frames, { clip: { file, aspect: shape.aspect }, trailer }, match, film.starts);
}

function readings(detection: Awaited<ReturnType<typeof detect>>) {
  if (!detection.found) throw new Error(`Nothing was read: ${detection.reason}`);
  const right = ({ segment, z }: { segment: number; z: number }) => z > 0 === (film.bits[segment] === 1);
  const clear = detection.evidence.filter(({ z }) => Math.abs(z) >= 2);
  return {
    detection,
    segments: detection.evidence.length,
    right: detection.evidence.filter(right).length,
    clear: clear.length,
    clearAndRight: clear.filter(right).length,
  };
}

it('reads the marks of a part that was made smaller', async () => {
  const part = 'trim=4.3:16.3,setpts=PTS-STARTPTS,scale=426:240';
  const { detection, ...read } = readings(await detected('small', part, 32));
  expect(detection.runs).toHaveLength(1);
  expect(detection.runs[0]?.offset).toBeCloseTo(4.3, 1);
  expect(detection.mirrored).toBe(false);
  expect(read.segments).toBeGreaterThanOrEqual(23);
  expect(read.right).toBeGreaterThanOrEqual(0.8 * read.segments);
  expect(read.clear).toBeGreaterThan(8);
  expect(read.clearAndRight).toBe(read.clear);
});

it('reads the marks of a mirrored copy with a cut', async () => {
  const parts = "select='between(t,1,6.5)+between(t,11.2,17)',setpts=N/24/TB,hflip,scale=568:320";
  const { detection, ...read } = readings(await detected('cut', parts, 30));
  expect(detection.mirrored).toBe(true);
  // The second part begins 133 pictures after the first, with the trailer's at 11.21 s.
  const [first, second, more] = detection.runs;
  expect(trailerTime(first ?? nowhere, 3)).toBeCloseTo(4, 0);
  expect(trailerTime(second ?? nowhere, 8)).toBeCloseTo(13.7, 0);
  expect(more).toBeUndefined();
  expect(read.segments).toBeGreaterThanOrEqual(20);
  expect(read.right).toBeGreaterThanOrEqual(0.8 * read.segments);
  expect(read.clearAndRight).toBe(read.clear);
});

it('reads nothing from another film', async () => {
  const game = ['-f', 'lavfi', '-t', '6', '-i', 'life=s=320x180:r=24:mold=10:ratio=0.2:seed=5'];
  expect(await detected('other', 'scale=640:360', 28, game)).toEqual({ found: false, reason: 'other_film' });
});
