import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@secure-preview/contracts';
import { planRungs } from '../ladder/rungs.js';
import { options } from './ffmpeg/options.js';
import { runFfmpeg } from './ffmpeg/run-ffmpeg.js';
import { untrustedInput, WORKING_THREADS } from './ffmpeg/untrusted-input.js';
import { graphOutput, videoGraph } from './plan/video-filters.js';
import { displaySize } from './probe/source-facts.js';
import type { Transcode } from './transcode.js';

/** Positions to try in order until a frame is not black, as shares of the video's length. */
const POSITIONS = [0.2, 0.4, 0.6, 0.05];
/** Length in seconds of the excerpt from which a typical frame is chosen. */
const EXCERPT_SECONDS = 2;
const MAX_FRAMES = 60;
/** Milliseconds for one position. A trailer is playable without a poster. */
const POSITION_TIMEOUT_MS = 3 * MINUTE_MS;

/**
 * Returns a PNG of a typical frame as displayed, from the first position whose frame is accepted.
 *
 * @param accept returns whether a frame is suitable
 * @returns the last frame tried when none was accepted; undefined when none could be read
 */
export async function posterFrame(
  job: Omit<Transcode, 'onProgress' | 'segmentSeconds' | 'marking'>,
  accept: (frame: Buffer) => Promise<boolean>,
): Promise<Buffer | undefined> {
  const { programs, file, dir, source, end, signal } = job;
  const [top] = planRungs(displaySize(source.video));
  const features = await programs.features(dir, signal);
  const graph = videoGraph(source.video, source.startSeconds, [top], features, null);
  const path = join(dir, 'poster.png');
  let image: Buffer | undefined;
  for (const position of POSITIONS) {
    const from = (end?.hold?.after ?? source.durationSeconds ?? 0) * position;
    const args = [
      ...options({ ss: from.toFixed(3), t: EXCERPT_SECONDS }),
      ...untrustedInput(file),
      ...options({
        filter_complex_threads: WORKING_THREADS,
        filter_complex: `${graph};${graphOutput(0)}thumbnail=${MAX_FRAMES}[poster]`,
        map: '[poster]',
        'frames:v': 1,
        map_metadata: -1,
        'c:v': 'png',
        f: 'image2',
        update: 1,
      }),
      path,
    ];
    await rm(path, { force: true });
    const run = {
      dir,
      durationSeconds: EXCERPT_SECONDS,
      signal,
      maxMs: POSITION_TIMEOUT_MS,
      onProgress: () => undefined,
    } as const;
    await runFfmpeg(programs, args, { ...run, priority: 'low' });
    image = (await readFile(path).catch(() => undefined)) ?? image;
    if (image !== undefined && (await accept(image))) return image;
  }
  return image;
}
