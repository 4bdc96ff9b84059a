import { join } from 'node:path';
import { patternGrid } from '@secure-preview/marking';
import { options } from '../processing/ffmpeg/options.js';
import { runFfmpeg } from '../processing/ffmpeg/run-ffmpeg.js';
import type { Priority } from '../processing/ffmpeg/run-program.js';
import { untrustedInput, WORKING_THREADS } from '../processing/ffmpeg/untrusted-input.js';
import type { PatternFile } from '../processing/plan/marked-graph.js';
import { sampleFilters } from '../processing/plan/video-filters.js';
import { displaySize } from '../processing/probe/source-facts.js';
import type { Transcode } from '../processing/transcode.js';
import { PICTURES_PER_SEGMENT, writePatterns } from './write-patterns.js';

/** How the segments of a trailer are marked. */
export interface Marking {
  /** Secret of the trailer, from which all its patterns are made. */
  readonly key: Uint8Array;
  /** Segments start at multiples of this time. */
  readonly segmentSeconds: number;
}

/**
 * Decodes the source into small pictures and writes the pattern of each segment to a file.
 *
 * @param onProgress receives the completed share, 0 to 1
 * @throws InvalidMediaError when the source cannot be decoded
 */
export async function makePatterns(
  job: Omit<Transcode, 'onProgress'>,
  { key, segmentSeconds }: Marking,
  priority: Priority,
  onProgress: (share: number) => void,
): Promise<PatternFile> {
  const { programs, file, dir, source, end, signal } = job;
  const { video, startSeconds, durationSeconds } = source;
  const grid = patternGrid(displaySize(video));
  const path = join(dir, 'patterns.yuv');
  const features = await programs.features(dir, signal);
  const rate = `${1000 * PICTURES_PER_SEGMENT}/${Math.round(segmentSeconds * 1000)}`;
  const filters = sampleFilters(video, startSeconds, features, { size: grid, rate });
  const args = [
    ...untrustedInput(file),
    ...options({
      filter_complex_threads: WORKING_THREADS,
      filter_complex: `[0:${video.index}]${filters},extractplanes=y[grey]`,
      map: '[grey]',
      f: 'rawvideo',
    }),
    'pipe:1',
  ];
  const patterns = { path, key, grid, minSegments: Math.ceil((end?.seconds ?? 0) / segmentSeconds) };
  await runFfmpeg(programs, args, {
    dir,
    durationSeconds,
    signal,
    priority,
    onProgress,
    readOutput: (output, report) =>
      writePatterns(output, patterns, (segments) => report(segments * segmentSeconds)),
  });
  return { path, grid, segmentSeconds };
}
