import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drawCodeword, variantOf } from '../codeword/codeword.js';
import type { PictureSize } from '../detect/video/frames.js';
import { fillNoisePattern, seededRandom } from './noise-pattern.js';

const run = promisify(execFile);

const SEGMENT_SECONDS = 0.5;

/** A film in two variants, and a viewer's mix of their segments. */
export interface MarkedFilm {
  readonly first: string;
  readonly second: string;
  readonly copy: string;
  /** Variant of each segment in the copy. */
  readonly bits: readonly (0 | 1)[];
  /** Seconds at which the segments begin. */
  readonly starts: readonly number[];
}

/** Makes both variants of a film and a mix. @param fps of the film */
export async function markFilm(
  ffmpeg: string,
  film: { readonly file: string; readonly seconds: number; readonly fps: number } & PictureSize,
  folder: string,
  { amplitude = 0.7, seed = 1, crf = 21 } = {},
): Promise<MarkedFilm> {
  const segments = Math.round(film.seconds / SEGMENT_SECONDS);
  const patterns = join(folder, 'patterns.yuv');
  await writePatterns(patterns, film, segments, amplitude, seededRandom(seed));
  const [first, second] = [join(folder, 'first.mp4'), join(folder, 'second.mp4')];
  const fps = `fps=${film.fps}`;
  const output = [
    ...['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${crf}`, '-profile:v', 'high'],
    ...['-x264-params', 'keyint=250:scenecut=0:open-gop=0', '-pix_fmt', 'yuv420p'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
  ];
  await run(ffmpeg, [
    ...['-y', '-loglevel', 'error', '-i', film.file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p'],
    ...['-s', `${film.width}x${film.height}`, '-framerate', `${1 / SEGMENT_SECONDS}`, '-i', patterns],
    '-filter_complex',
    `[1:v]${fps},split[p][q];[0:v]${fps},format=yuv420p,split[x][y];` +
      '[x][p]blend=all_mode=grainextract:shortest=1[a];[y][q]blend=all_mode=grainmerge:shortest=1[b]',
    ...['-map', '[a]', ...output, first, '-map', '[b]', ...output, second],
  ]);
  const codeword = drawCodeword(segments);
  const bits = Array.from({ length: segments }, (_, segment) => variantOf(codeword, segment));
  const copy = await mixed(ffmpeg, [first, second], bits, folder);
  return { first, second, copy, bits, starts: bits.map((_, segment) => segment * SEGMENT_SECONDS) };
}

async function writePatterns(
  file: string,
  size: PictureSize,
  segments: number,
  amplitude: number,
  random: () => number,
): Promise<void> {
  const out = createWriteStream(file);
  const { width, height } = size;
  // Each segment gets another part of a large field, which is much faster than noise of its own.
  const field = { width: width + 400, height: height + 240 };
  const noise = new Uint8Array((field.width * field.height * 3) / 2);
  fillNoisePattern(noise, field, amplitude, random);
  const pattern = Buffer.alloc((width * height * 3) / 2, 128);
  for (let segment = 0; segment < segments; segment++) {
    const left = Math.floor(random() * 400);
    const top = Math.floor(random() * 240);
    for (let row = 0; row < height; row++) {
      const start = (top + row) * field.width + left;
      pattern.set(noise.subarray(start, start + width), row * width);
    }
    await new Promise<void>((resolve, reject) => {
      out.write(Buffer.from(pattern), (error) => (error ? reject(error) : resolve()));
    });
  }
  await new Promise<void>((resolve) => out.end(resolve));
}

/** Joins the segments of two files as the bits say, like a player that was given only these. */
async function mixed(
  ffmpeg: string,
  variants: readonly string[],
  bits: readonly (0 | 1)[],
  folder: string,
): Promise<string> {
  const names = ['a', 'b'];
  const times = bits.slice(1).map((_, at) => ((at + 1) * SEGMENT_SECONDS - 0.002).toFixed(3));
  for (const [at, file] of variants.entries()) {
    await run(ffmpeg, [
      ...['-y', '-loglevel', 'error', '-i', file, '-c', 'copy', '-f', 'segment'],
      ...['-segment_times', times.join(','), '-segment_format', 'mpegts', join(folder, `${names[at]}%d.ts`)],
    ]);
  }
  const parts = await Promise.all(
    bits.map((bit, segment) => readFile(join(folder, `${names[bit]}${segment}.ts`))),
  );
  const copy = join(folder, 'copy.ts');
  await writeFile(copy, Buffer.concat(parts));
  return copy;
}
