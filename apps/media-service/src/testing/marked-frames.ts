import { readFile } from 'node:fs/promises';
import { addsPatternFirst, PATTERN_ZERO } from '@secure-preview/marking';
import type { Size } from '../ladder/rungs.js';
import type { LocalRendition } from '../processing/transcode.js';
import type { VideoMaker } from './make-video.js';

/** Joins the segments of a marked rendition to two files: one with the patterns added, one with them subtracted. */
export async function joinVariants(
  videos: VideoMaker,
  { output, twins = [] }: LocalRendition,
  key: Uint8Array,
): Promise<JoinedVariants> {
  const [init, ...segments] = output.files;
  const parts = { added: [init?.path ?? ''], subtracted: [init?.path ?? ''] };
  segments.forEach(({ path }, segment) => {
    const pair = [path, twins[segment + 1]?.path ?? ''];
    const [added, subtracted] = addsPatternFirst(key, segment) ? pair : pair.reverse();
    parts.added.push(added as string);
    parts.subtracted.push(subtracted as string);
  });
  const join = async (name: string, paths: string[]) =>
    videos.write(name, Buffer.concat(await Promise.all(paths.map((path) => readFile(path)))));
  return {
    added: await join('added.mp4', parts.added),
    subtracted: await join('subtracted.mp4', parts.subtracted),
  };
}

/** Paths of a rendition's two variants. */
export interface JoinedVariants {
  readonly added: string;
  readonly subtracted: string;
}

/** Returns the luma of each frame, scaled to a size. */
async function lumaOf(videos: VideoMaker, path: string, { width, height }: Size): Promise<Buffer[]> {
  const raw = `${path}.yuv`;
  const scale = ['-s', `${width}x${height}`, '-fps_mode', 'passthrough'];
  await videos.ffmpeg(['-y', '-i', path, ...scale, '-f', 'rawvideo', raw]);
  const frames = await readFile(raw);
  const bytes = (width * height * 3) / 2;
  return Array.from({ length: frames.length / bytes }, (_, at) =>
    frames.subarray(at * bytes, at * bytes + width * height),
  );
}

/** Reads a pattern file, each pattern scaled to the size of a video. */
export async function readPatterns(path: string, grid: Size, size: Size): Promise<Float32Array[]> {
  const file = await readFile(path);
  const luma = grid.width * grid.height;
  const bytes = luma + 2 * Math.ceil(grid.width / 4) * Math.ceil(grid.height / 4);
  const columns = Int32Array.from({ length: size.width }, (_, x) => ((x + 0.5) * grid.width) / size.width);
  const rows = Int32Array.from({ length: size.height }, (_, y) => ((y + 0.5) * grid.height) / size.height);
  return Array.from({ length: file.length / bytes }, (_, segment) => {
    const pattern = new Float32Array(size.width * size.height);
    rows.forEach((row, y) => {
      columns.forEach((column, x) => {
        const value = file[segment * bytes + row * grid.width + column] as number;
        pattern[y * size.width + x] = value - PATTERN_ZERO;
      });
    });
    return pattern;
  });
}

/** Returns the cosine of two pictures. */
export function correlation(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at] as number, b[at] as number];
    product += one * other;
    squaresA += one * one;
    squaresB += other * other;
  }
  return squaresA * squaresB === 0 ? 0 : product / Math.sqrt(squaresA * squaresB);
}

/** Returns the difference of the two variants of each frame. */
export async function differences(
  videos: VideoMaker,
  { added, subtracted }: JoinedVariants,
  size: Size,
): Promise<Float32Array[]> {
  const [one, other] = [await lumaOf(videos, added, size), await lumaOf(videos, subtracted, size)];
  expect(other).toHaveLength(one.length);
  return one.map((frame, at) => {
    const twin = other[at] as Buffer;
    const difference = new Float32Array(frame.length);
    // Takes a tenth of the time of `Float32Array.from`.
    for (let pixel = 0; pixel < frame.length; pixel += 1)
      difference[pixel] = (frame[pixel] as number) - (twin[pixel] as number);
    return difference;
  });
}

/** Returns how the difference of the two variants of each frame correlates with patterns. @param near returns which */
export async function correlatePatterns(
  videos: VideoMaker,
  joined: JoinedVariants,
  patterns: readonly Float32Array[],
  size: Size,
  near: (frame: number) => (segment: number) => boolean = () => () => true,
): Promise<number[][]> {
  const frames = await differences(videos, joined, size);
  return frames.map((difference, at) => {
    const isNear = near(at);
    return patterns.map((pattern, segment) => (isNear(segment) ? correlation(difference, pattern) : 0));
  });
}
