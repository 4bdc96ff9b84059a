import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clipThumbs,
  detect,
  type Frames,
  indexTrailer,
  matchInTurns,
  type OpenCv,
  type SegmentEvidence,
  segmentWeights,
  usableBits,
} from '@secure-preview/marking';
import type { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { cutEvidence, partsOf } from './cut-evidence.js';
import type { EvidenceFiles } from './evidence-files.service.js';
import type { MarkCheckResult } from './mark-index.queries.js';
import { poorCopy } from './poor-copy.js';

/**
 * Standard deviations of both readings together under which a segment counts as carrying no mark. A larger limit, or one
 * for each reading, would leave out segments that better copies show: of those of street scenes, two in three.
 */
const LEAST_Z = 1;

export interface CheckTools {
  readonly cv: OpenCv;
  readonly frames: Frames;
  readonly programs: MediaPrograms;
  /** Working folder, which also has the evidence. */
  readonly dir: string;
  readonly signal: AbortSignal;
}

/** What poor copies of the first and of the second variant show. */
type Readings = readonly [readonly SegmentEvidence[], readonly SegmentEvidence[]];

/**
 * Tries which segments of a trailer can be read: makes a small and poor copy of each variant, and reads their marks.
 * Long trailers are read in parts, which bounds the memory and the time without a pause.
 */
export async function checkMarks(evidence: EvidenceFiles, tools: CheckTools): Promise<MarkCheckResult> {
  const { dir, signal } = tools;
  const [first, second]: [SegmentEvidence[], SegmentEvidence[]] = [[], []];
  for (const range of partsOf(evidence.starts.length)) {
    signal.throwIfAborted();
    const part = await cutEvidence(evidence, range, dir, signal);
    const ofTrailer = ({ segment, z }: SegmentEvidence) => ({ segment: segment + range.from, z });
    const [seenFirst, seenSecond] = await readCopies(part, tools);
    first.push(...seenFirst.map(ofTrailer));
    second.push(...seenSecond.map(ofTrailer));
  }
  return resultOf([first, second], evidence);
}

async function readCopies(part: EvidenceFiles, tools: CheckTools): Promise<Readings> {
  const { cv, frames, programs, dir, signal } = tools;
  const { first, second, fps, aspect, starts } = part;
  const index = await indexTrailer(cv, frames, { file: first, fps, aspect });
  const read = async (variant: string): Promise<readonly SegmentEvidence[]> => {
    const copy = join(dir, 'poor-copy.mp4');
    await poorCopy(programs, variant, copy, { dir, signal });
    const match = await matchInTurns(await clipThumbs(frames, copy, index.fps), index);
    const videos = { clip: { file: copy, aspect }, trailer: { first, second, fps, aspect } };
    const detection = await detect(cv, frames, videos, match, starts);
    await rm(copy);
    return detection.found ? detection.evidence : [];
  };
  return [await read(first), await read(second)];
}

/** Erases the segments whose marks cannot be seen in both copies together. */
export function resultOf(
  readings: Readings,
  { starts, seconds }: Pick<EvidenceFiles, 'starts' | 'seconds'>,
): MarkCheckResult {
  const [first, second] = readings.map(
    (reading) => new Map(reading.map(({ segment, z }) => [segment, z] as const)),
  );
  const erased = starts.flatMap((_, segment) => {
    const z = ((second?.get(segment) ?? 0) - (first?.get(segment) ?? 0)) / Math.SQRT2;
    return z >= LEAST_Z ? [] : [segment];
  });
  const left = new Set(erased);
  const bits = readings.map((reading) => usableBits(segmentWeights(reading, left)));
  return {
    erased,
    segments: starts.length,
    readableSegments: starts.length - erased.length,
    bits: bits.reduce((sum, one) => sum + one, 0) / readings.length,
    seconds,
  };
}
