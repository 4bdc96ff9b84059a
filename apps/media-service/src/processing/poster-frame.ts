import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from './ffmpeg/run-ffmpeg.js';
import { untrustedInput, WORKING_THREADS } from './ffmpeg/untrusted-input.js';
import { planRungs } from './plan/rungs.js';
import { graphOutput, videoGraph } from './plan/video-filters.js';
import { shownSize } from './probe/source-facts.js';
import type { Transcode } from './transcode.js';

/** Positions to try, as shares of the video's length: the next one when the picture is black. */
const POSITIONS = [0.2, 0.4, 0.6, 0.05];
/** Seconds from which the most typical picture is chosen. */
const LOOK_SECONDS = 2;
const MAX_FRAMES = 60;
/** Milliseconds for one position. A trailer is playable without a poster. */
const LOOK_MS = 3 * 60_000;

/**
 * Returns a PNG of a typical picture of the video, as displayed. It is chosen from some seconds at a fifth of
 * the video, or at another position if that is rejected.
 *
 * @param accept whether a picture shows something
 * @returns the last picture tried when none was accepted; undefined when none could be read
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
  let found: Buffer | undefined;
  for (const place of POSITIONS) {
    const from = (end?.hold?.after ?? source.durationSeconds ?? 0) * place;
    const args = [
      ...['-ss', from.toFixed(3), '-t', String(LOOK_SECONDS), ...untrustedInput(file)],
      ...['-filter_complex_threads', String(WORKING_THREADS)],
      ...['-filter_complex', `${graph};${graphOutput(0)}thumbnail=${MAX_FRAMES}[poster]`, '-map', '[poster]'],
      ...['-frames:v', '1', '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', path],
    ];
    await rm(path, { force: true });
    const run = {
      dir,
      durationSeconds: LOOK_SECONDS,
      signal,
      maxMs: LOOK_MS,
      onProgress: () => undefined,
    } as const;
    await runFfmpeg(programs, args, { ...run, priority: 'low' });
    found = (await readFile(path).catch(() => undefined)) ?? found;
    if (found !== undefined && (await accept(found))) return found;
  }
  return found;
}
