import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@secure-preview/contracts';
import {
  alignedPicture,
  type ClipThumbs,
  type DetectedRun,
  type Detection,
  type PictureSize,
  type Videos,
} from '@secure-preview/marking';
import { loadSharp } from '../../images/load-sharp.js';
import type { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { options } from '../../processing/ffmpeg/options.js';
import { runFfmpeg } from '../../processing/ffmpeg/run-ffmpeg.js';
import { untrustedInput } from '../../processing/ffmpeg/untrusted-input.js';
import type { CasePictures } from './clip-attempt.js';
import type { ClipWork } from './clip-work.js';

/** Largest side of a picture in pixels. */
const LARGEST_SIDE = 960;
/** Bytes of a JPEG image that fit, encoded in base64, into a message of 256 KiB. */
const MAX_BYTES = 180_000;
/** Qualities that are tried in order. */
const QUALITIES = [82, 65, 45, 25];
const TIMEOUT_MS = 2 * MINUTE_MS;

/** Working folder of the clip, and the signal that stops the work. */
type PictureWork = Pick<ClipWork, 'dir' | 'signal'>;

interface FoundClip {
  readonly detection: Extract<Detection, { found: true }>;
  readonly thumbs: ClipThumbs;
}

/**
 * Makes pictures of the clip and of the trailer at the same time, both in the geometry of the clip. Returns null if that
 * fails: the result does not depend on them.
 */
export async function makePictures(
  programs: MediaPrograms,
  videos: Videos,
  found: FoundClip,
  work: PictureWork,
): Promise<CasePictures | null> {
  try {
    return await pictures(programs, videos, found, work);
  } catch {
    work.signal.throwIfAborted();
    return null;
  }
}

async function pictures(
  programs: MediaPrograms,
  { clip, trailer }: Videos,
  { detection, thumbs }: FoundClip,
  work: PictureWork,
): Promise<CasePictures | null> {
  const run = longest(detection.runs);
  if (run === undefined) return null;
  const clipTime = clearestTime(thumbs, run);
  const trailerTime = run.offset + run.rate * clipTime;
  const [clipSize, trailerSize] = [fitted(clip.aspect), fitted(trailer.aspect)];
  const found = await rawPicture(programs, clip.file, clipTime, clipSize, work);
  const source = await rawPicture(programs, trailer.first, trailerTime, trailerSize, work);
  if (found === undefined || source === undefined) return null;
  const original = alignedPicture(source, trailerSize, run.projection, clipSize);
  return { found: await jpeg(found, clipSize), original: await jpeg(original, clipSize) };
}

const longest = (runs: readonly DetectedRun[]) => runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];

/** Returns the second in the last third of a run, for which its projection holds, whose picture has most contrast. */
function clearestTime({ thumbs, step }: ClipThumbs, { from, to }: DetectedRun): number {
  const pixels = 64 * 36;
  let best = { time: (from + to) / 2, contrast: -1 };
  const start = to - (to - from) / 3;
  for (let n = Math.ceil(start / step); n * step < to && (n + 1) * pixels <= thumbs.length; n += 1) {
    const contrast = deviation(thumbs.subarray(n * pixels, (n + 1) * pixels));
    if (contrast > best.contrast) best = { time: n * step, contrast };
  }
  return best.time;
}

function deviation(values: Uint8Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** @param aspect width by height */
function fitted(aspect: number): PictureSize {
  const side = (length: number) => Math.max(2, Math.round(length));
  return aspect >= 1
    ? { width: LARGEST_SIDE, height: side(LARGEST_SIDE / aspect) }
    : { width: side(LARGEST_SIDE * aspect), height: LARGEST_SIDE };
}

/** Returns a picture of a file, three bytes for a pixel; undefined if the file has none at that second. */
async function rawPicture(
  programs: MediaPrograms,
  file: string,
  second: number,
  { width, height }: PictureSize,
  { dir, signal }: PictureWork,
): Promise<Buffer | undefined> {
  const path = join(dir, `${randomUUID()}.rgb`);
  const args = [
    ...options({ ss: Math.max(0, second).toFixed(3) }),
    ...untrustedInput(file),
    ...options({ map: '0:V:0', 'frames:v': 1, vf: `scale=${width}:${height}:flags=area,format=rgb24` }),
    ...options({ f: 'rawvideo' }),
    path,
  ];
  const run = { dir, durationSeconds: null, signal, maxMs: TIMEOUT_MS, onProgress: () => undefined } as const;
  await runFfmpeg(programs, args, { ...run, priority: 'low' });
  const pixels = await readFile(path).catch(() => undefined);
  await rm(path, { force: true });
  return pixels?.length === width * height * 3 ? pixels : undefined;
}

async function jpeg(pixels: Uint8Array, { width, height }: PictureSize): Promise<Buffer> {
  const sharp = await loadSharp();
  let image = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    image = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (image.length <= MAX_BYTES) break;
  }
  return image;
}
