import { join } from 'node:path';
import { patternGrid } from '@secure-preview/marking';
import type { MediaPrograms } from '../ffmpeg/media-programs.js';
import { options } from '../ffmpeg/options.js';
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.js';
import type { Priority } from '../ffmpeg/run-program.js';
import { untrustedInput, WORKING_THREADS } from '../ffmpeg/untrusted-input.js';
import type { PatternFile } from '../plan/marked-graph.js';
import type { TrailerEnd } from '../plan/trailer-end.js';
import { sampleFilters } from '../plan/video-filters.js';
import { displaySize, type SourceFacts } from '../probe/source-facts.js';
import { PICTURES_PER_SEGMENT, writePatterns } from './write-patterns.js';

/** How the segments of a trailer are marked. */
export interface Marking {
  /** Secret of the trailer, from which all its patterns are made. */
  readonly key: Uint8Array;
  /** Segments start at multiples of this time. */
  readonly segmentSeconds: number;
}

/** A file whose pictures are to be marked. */
export interface PatternSource {
  readonly programs: MediaPrograms;
  readonly file: string;
  /** Folder of the pattern file. */
  readonly dir: string;
  readonly source: SourceFacts;
  /** Null when unknown before decoding. */
  readonly end: TrailerEnd | null;
  readonly signal: AbortSignal;
}

/**
 * Decodes the source into small pictures and writes the pattern of each segment to a file.
 *
 * @param onProgress receives the completed share, 0 to 1
 * @throws InvalidMediaError when the source cannot be decoded
 */
export async function makePatterns(
  job: PatternSource,
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
