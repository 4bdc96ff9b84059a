import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EvidenceFiles } from './evidence-files.service.js';

/**
 * Segments of a part at most: half a minute of segments of half a second. A part is matched without a pause, which takes
 * a time that grows with the square of its length.
 */
const PART_SEGMENTS = 60;

/** Consecutive segments, counted from 0. */
export interface SegmentRange {
  readonly from: number;
  /** One after the last. */
  readonly to: number;
}

/** Splits segments into parts of nearly equal length. */
export function partsOf(segments: number): SegmentRange[] {
  const parts = Math.ceil(segments / PART_SEGMENTS);
  const edge = (part: number) => Math.round((part * segments) / parts);
  return Array.from({ length: parts }, (_, part) => ({ from: edge(part), to: edge(part + 1) }));
}

/** Copies some segments of both variants into files of their own, whose times begin at 0. */
export async function cutEvidence(
  evidence: EvidenceFiles,
  { from, to }: SegmentRange,
  dir: string,
  signal: AbortSignal,
): Promise<EvidenceFiles> {
  const { starts, offsets, seconds } = evidence;
  const init = offsets[0] ?? 0;
  const [begin, end] = [offsets[from] ?? init, offsets[to] ?? init];
  const copy = async (file: string, name: string): Promise<string> => {
    const target = join(dir, name);
    await pipeline(
      async function* () {
        if (init > 0) yield* createReadStream(file, { end: init - 1 });
        if (end > begin) yield* createReadStream(file, { start: begin, end: end - 1 });
      },
      createWriteStream(target),
      { signal },
    );
    return target;
  };
  const start = starts[from] ?? 0;
  return {
    ...evidence,
    first: await copy(evidence.first, 'first-part.mp4'),
    second: await copy(evidence.second, 'second-part.mp4'),
    starts: starts.slice(from, to).map((at) => at - start),
    offsets: offsets.slice(from, to + 1).map((at) => at - begin + init),
    seconds: (starts[to] ?? seconds) - start,
  };
}
