import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from './ffmpeg/run-ffmpeg.js';
import { untrustedInput, WORKING_THREADS } from './ffmpeg/untrusted-input.js';
import { planRungs } from './plan/rungs.js';
import { graphOutput, videoGraph } from './plan/video-filters.js';
import { shownSize } from './probe/source-facts.js';
import type { Transcode } from './transcode.js';

/** Positions to try as shares of the length, until a frame is not black. */
const POSITIONS = [0.2, 0.4, 0.6, 0.05];
/** Seconds from which the most typical frame is chosen. */
const SAMPLE_SECONDS = 2;
const MAX_FRAMES = 60;
/** Limit for one position in milliseconds. A trailer is playable without a poster. */
const POSITION_MS = 3 * 60_000;

/**
 * Returns a PNG of a typical frame of the video, as displayed. Chooses it from some seconds at a fifth of the video, or
 * at another position if that is rejected.
 *
 * @param accept returns whether a frame is suitable
 * @returns the last frame if none was accepted; undefined if none could be read
 */
export async function posterFrame(
  job: Omit<Transcode, 'onProgress' | 'segmentSeconds'>,
  accept: (image: Buffer) => Promise<boolean>,
): Promise<Buffer | undefined> {
  const { programs, file, dir, source, end, signal } = job;
  const [top] = planRungs(shownSize(source.video));
  const features = await programs.features(dir, signal);
  const graph = videoGraph(source.video, source.startSeconds, [top], features, null);
  const path = join(dir, 'poster.png');
  let frame: Buffer | undefined;
  for (const position of POSITIONS) {
    const from = (end?.hold?.after ?? source.durationSeconds ?? 0) * position;
    const args = [
      ...['-ss', from.toFixed(3), '-t', String(SAMPLE_SECONDS), ...untrustedInput(file)],
      ...['-filter_complex_threads', String(WORKING_THREADS)],
      ...['-filter_complex', `${graph};${graphOutput(0)}thumbnail=${MAX_FRAMES}[poster]`, '-map', '[poster]'],
      ...['-frames:v', '1', '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', path],
    ];
    await rm(path, { force: true });
    const run = {
      dir,
      durationSeconds: SAMPLE_SECONDS,
      signal,
      maxMs: POSITION_MS,
      onProgress: () => undefined,
    } as const;
    await runFfmpeg(programs, args, { ...run, priority: 'low' });
    frame = (await readFile(path).catch(() => undefined)) ?? frame;
    if (frame !== undefined && (await accept(frame))) return frame;
  }
  return frame;
}
