import type { Frames } from '@secure-preview/marking';
import { SEGMENT_SECONDS } from '../films/marked-film.js';
import { FILM } from '../films/parts.js';
import { frames } from '../video/ffmpeg.js';

/** Pixels of a side of the blocks over which luma is averaged: finer changes are seen as grain. */
const BLOCK = 8;
/** Change of the film itself, in grey levels, over which a change at a join is not seen. */
const STILL = 1.5;
const SECONDS = 60;
/** Whole blocks. */
const SIZE = { width: FILM.width - (FILM.width % BLOCK), height: FILM.height, fps: FILM.fps };

/** Yields how much each picture differs from the one before: the root of the mean square of the blocks' changes. */
async function* changes(read: Frames, file: string): AsyncGenerator<number> {
  const [columns, rows] = [SIZE.width / BLOCK, SIZE.height / BLOCK];
  let before: Float32Array | undefined;
  for await (const picture of read(file, SIZE)) {
    const means = new Float32Array(columns * rows);
    for (let y = 0; y < SIZE.height; y += 1) {
      const start = Math.floor(y / BLOCK) * columns;
      for (let x = 0; x < SIZE.width; x += 1)
        means[start + (x >> 3)] =
          (means[start + (x >> 3)] as number) + (picture[y * SIZE.width + x] as number);
    }
    let squares = 0;
    for (let at = 0; at < means.length; at += 1) {
      means[at] = (means[at] as number) / BLOCK ** 2;
      squares += ((means[at] as number) - (before?.[at] ?? (means[at] as number))) ** 2;
    }
    if (before !== undefined) yield Math.sqrt(squares / means.length);
    before = means;
  }
}

/** Returns the changes of a file at the joins of segments where the film itself stands nearly still. */
export async function changesAtJoins(film: string, files: readonly string[]): Promise<number[][]> {
  const group = FILM.fps * SEGMENT_SECONDS;
  const streams = [film, ...files].map((file) => changes(frames, file));
  const found: number[][] = files.map(() => []);
  try {
    for (let frame = 1; frame < SECONDS * FILM.fps; frame += 1) {
      const [own, ...others] = await Promise.all(streams.map((stream) => stream.next()));
      if (own?.done !== false || others.some(({ done }) => done === true)) break;
      if (frame % group !== 0 || own.value >= STILL) continue;
      others.forEach(({ value }, at) => {
        if (typeof value === 'number') found[at]?.push(value);
      });
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
  return found;
}
