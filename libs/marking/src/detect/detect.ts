import type { SegmentEvidence } from '../evidence.js';
import { findProjection } from './alignment/find-projection.js';
import type { Homography } from './geometry/homography.js';
import type { OpenCv } from './geometry/opencv.js';
import type { ClipThumbs, TimedThumbs } from './index/clip-thumbs.js';
import { THUMB_STRIDE, type TrailerIndex } from './index/trailer-index.js';
import { type ReadRun, readRun, type Videos } from './marks/read-run.js';
import { segmentFrames } from './marks/segment-frames.js';
import { BlockSums } from './picture/block-sums.js';
import type { Run } from './time/runs.js';
import { knownSampling, quarterSamplings, usualSamplings } from './time/sampling.js';
import { type Candidate, searchRuns, searchTime } from './time/search.js';
import { atOnce, inTurns } from './time/turns.js';
import { type Frames, markSize } from './video/frames.js';

/** Lines whose pictures are compared before the clip counts as another film. */
const MOST_CANDIDATES = 4;
/** Correlation of thumbs, as a part of that of the better ones, under which pictures do not look alike. */
const ALIKE = 0.8;

/**
 * Why nothing was read from a clip. `plain`: it is black, a still without detail, or too short. `other_film`: none
 * of its pictures are those of the trailer. `unreadable`: it is the trailer, but no picture is clear enough.
 */
export type NoMatchReason = 'plain' | 'other_film' | 'unreadable';

/** A part of the clip without a cut, and what was read from it. */
export interface DetectedRun extends Run, ReadRun {}

export type Detection =
  | {
      readonly found: true;
      readonly evidence: readonly SegmentEvidence[];
      readonly runs: readonly DetectedRun[];
      readonly mirrored: boolean;
      /** From the trailer's picture to the clip's. */
      readonly projection: Homography;
    }
  | { readonly found: false; readonly reason: NoMatchReason };

/** A clip and the index of a trailer, and how well they agree. */
export interface TimeMatch {
  readonly clip: ClipThumbs;
  readonly index: TrailerIndex;
  readonly candidates: readonly Candidate[];
  /** From 0 to 1: for choosing among trailers. */
  readonly score: number;
}

/** Looks for the clip in the trailer's index. Takes less than a second for 30 s in 90 s, after reading the thumbs. */
export function matchInTime(clip: ClipThumbs, index: TrailerIndex): TimeMatch {
  return matchOf(clip, index, atOnce(searchTime(clip, trailerThumbs(index), usualSamplings())));
}

/** Does the same for a process that has other work: 10 minutes in 16 minutes take more than a minute. */
export async function matchInTurns(clip: ClipThumbs, index: TrailerIndex): Promise<TimeMatch> {
  return matchOf(clip, index, await inTurns(searchTime(clip, trailerThumbs(index), usualSamplings())));
}

function matchOf(clip: ClipThumbs, index: TrailerIndex, candidates: readonly Candidate[]): TimeMatch {
  const score = candidates.reduce((best, candidate) => Math.max(best, candidate.score), 0);
  return { clip, index, candidates, score };
}

/**
 * Reads from the clip which variant it shows of each segment, without knowing any codeword.
 * @param starts seconds at which the trailer's segments begin
 */
export async function detect(
  cv: OpenCv,
  frames: Frames,
  videos: Videos,
  match: TimeMatch,
  starts: readonly number[],
): Promise<Detection> {
  const { clip, index } = match;
  const found = await projectionOf(cv, frames, videos, match);
  if (found === undefined) return { found: false, reason: plain(match) ? 'plain' : 'other_film' };
  const sums = new BlockSums(markSize(index.aspect));
  const segments = segmentFrames(starts, index.frames, index.fps);
  const runs: DetectedRun[] = [];
  for (const run of await inTurns(searchRuns(clip, trailerThumbs(index), knownSampling(found.h)))) {
    runs.push({ ...run, ...(await readRun(frames, videos, segments, run, found.h, sums)) });
  }
  const read = runs.filter((run) => run.pictures > 0);
  const projection = read[0]?.projection;
  if (projection === undefined) return { found: false, reason: 'unreadable' };
  return { found: true, evidence: sums.evidence(), runs: read, mirrored: found.mirrored, projection };
}

const plain = (match: TimeMatch): boolean => match.candidates.length === 0;

const trailerThumbs = ({ thumbs, fps }: TrailerIndex): TimedThumbs => ({ thumbs, step: THUMB_STRIDE / fps });

async function projectionOf(cv: OpenCv, frames: Frames, videos: Videos, match: TimeMatch) {
  const { clip, index } = match;
  const usual = await firstProjection(cv, frames, videos, match, match.candidates);
  if (usual !== undefined) return usual;
  const quarters = await inTurns(searchTime(clip, trailerThumbs(index), quarterSamplings()));
  return firstProjection(cv, frames, videos, match, quarters);
}

async function firstProjection(
  cv: OpenCv,
  frames: Frames,
  videos: Videos,
  { clip, index }: TimeMatch,
  candidates: readonly Candidate[],
) {
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    const { offset, rate, mirrored, correlations } = candidate;
    const known = correlations.filter((value) => !Number.isNaN(value)).sort();
    const alike = ALIKE * (known[Math.floor(known.length * 0.75)] ?? 1);
    const pairing = {
      offset,
      rate,
      mirrored,
      alike: (time: number) => (correlations[Math.round(time / clip.step)] ?? 0) >= alike,
    };
    const source = { ...videos.clip, seconds: clip.seconds };
    const projection = await findProjection(cv, frames, source, index, pairing);
    if (projection !== undefined) return { ...projection, mirrored };
  }
  return undefined;
}
