import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuSeconds } from '../../cpu-time.js';
import { type Row, withGoal } from '../../report.js';
import { cachedFolder, cachePath } from '../cache.js';
import { indexOf } from '../clips/reading.js';
import { chosenFilms } from '../films/films.js';
import { fetchFootage } from '../films/footage.js';
import { markFilm, SEGMENT_SECONDS, seeded } from '../films/marked-film.js';
import {
  type EncodeOptions,
  encodeAsProduct,
  makePatternsAsProduct,
  type Rendition,
} from '../films/media-code.js';
import { runFfmpeg } from '../video/ffmpeg.js';

const marking = { key: seeded('key', 'costs'), segmentSeconds: SEGMENT_SECONDS };

interface Cost {
  readonly cpu: number;
  readonly seconds: number;
  readonly bytes: number;
}

const bytesOf = (renditions: readonly Rendition[]): number =>
  renditions
    .flatMap(({ output, twins = [] }) => [...output.files, ...twins])
    .reduce((sum, file) => sum + (file?.bytes ?? 0), 0);

async function measured(work: (dir: string) => Promise<readonly Rendition[]>): Promise<Cost> {
  const dir = cachePath('work');
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const before = cpuSeconds([process.pid]);
  const started = performance.now();
  const renditions = await work(dir);
  const seconds = (performance.now() - started) / 1000;
  const cost = { cpu: cpuSeconds([process.pid]) - before, seconds, bytes: bytesOf(renditions) };
  await rm(dir, { recursive: true });
  return cost;
}

const encoded = (file: string, options: EncodeOptions) =>
  measured((dir) => encodeAsProduct(file, dir, options));

/** Cuts a part of the rendered film, which has 1280×720 pixels of detail. */
async function source(name: string, seconds: number, filters: string): Promise<string> {
  const folder = await cachedFolder(`source-${name}`, async (draft) => {
    const { bunny } = await fetchFootage();
    await runFfmpeg([
      ...['-ss', '200', '-t', `${seconds}`, '-i', bunny, '-an', '-vf', filters],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '14', '-g', '48', join(draft, 'film.mp4')],
    ]);
  });
  return join(folder, 'film.mp4');
}

/** Compares the costs of a marked ladder with those of plain ones. */
export async function costRows(): Promise<Row[]> {
  const file = await source('720', 30, 'scale=1280:720,noise=c0s=3:c0f=t:all_seed=7');
  const plain = await encoded(file, { marking: null, segmentSeconds: SEGMENT_SECONDS });
  const marked = await encoded(file, { marking });
  const today = await encoded(file, { marking: null });
  const patterns = await measured(async (dir) => {
    await makePatternsAsProduct(file, dir, marking);
    return [];
  });
  const film = await markFilm(chosenFilms[0] as (typeof chosenFilms)[number]);
  const beforeIndex = cpuSeconds([process.pid]);
  await rm(cachePath('indexes', `${film.name}.bin`), { force: true });
  await indexOf(film);
  const index = cpuSeconds([process.pid]) - beforeIndex;
  const what = '30 s of 720p, all rungs';
  const ffmpeg = marked.cpu - patterns.cpu;
  return [
    withGoal(
      {
        name: `CPU of ffmpeg without patterns, ${what}`,
        value: ffmpeg,
        unit: 's',
        baseline: plain.cpu,
        ratio: ffmpeg / plain.cpu,
      },
      '≤',
      1.9,
      'ratio',
    ),
    withGoal(
      {
        name: `bytes, ${what}`,
        value: marked.bytes / 1e6,
        unit: 'MB',
        baseline: plain.bytes / 1e6,
        ratio: marked.bytes / plain.bytes,
      },
      '≤',
      2.1,
      'ratio',
    ),
    {
      name: `bytes against an unmarked trailer, ${what}`,
      value: marked.bytes / 1e6,
      unit: 'MB',
      baseline: today.bytes / 1e6,
      ratio: marked.bytes / today.bytes,
    },
    { name: 'CPU of the patterns, 30 s', value: patterns.cpu, unit: 's' },
    { name: `CPU of the index, ${film.seconds} s at 480p`, value: index, unit: 's' },
  ];
}

/** Compares the time until the smallest rung is there with that of plain ffmpeg. */
export async function playableRows(): Promise<Row[]> {
  const file = await source('1080', 90, 'scale=1920:1080,noise=c0s=3:c0f=t:all_seed=7');
  const heights = [240];
  const plain = await encoded(file, { marking: null, heights });
  const marked = await encoded(file, { marking, heights });
  const name = '90 s of 1080p until 240p is there';
  return [
    withGoal(
      {
        name: `${name}: time`,
        value: marked.seconds,
        unit: 's',
        baseline: plain.seconds,
        ratio: marked.seconds / plain.seconds,
      },
      '≤',
      3,
      'ratio',
    ),
    {
      name: `${name}: CPU`,
      value: marked.cpu,
      unit: 's',
      baseline: plain.cpu,
      ratio: marked.cpu / plain.cpu,
    },
  ];
}
