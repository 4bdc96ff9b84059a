import { type LeakReading, type LeakResult, leakLimits } from '@secure-preview/contracts';
import {
  type Codeword,
  type Identification,
  identifyCopies,
  type SegmentWeight,
  segmentWeights,
  variantOf,
} from '@secure-preview/marking';
import type { ClipReading, VersionReading } from '../clip/clip-reading.js';

/** Everybody who was given a copy of a version. */
export type Copies = readonly { readonly markId: string; readonly codeword: Codeword }[];

/**
 * Marks that a result contains, so that it fits into a message of 256 KiB: 60 bytes each. Of several versions, those with
 * least bits are listed without marks beyond it.
 */
const MOST_MARKS = 2500;
/** Parts of the clip that a result contains, likewise: 80 bytes each. */
const MOST_RUNS = 600;

interface ScoredVersion {
  readonly version: VersionReading;
  readonly weights: readonly SegmentWeight[];
  readonly copies: Copies;
}

/**
 * Names everybody whose copy a clip shows.
 *
 * @param copiesOf codewords of each version that was read, by its id
 */
export function caseResult(
  { provenance, unread, versions }: ClipReading,
  copiesOf: ReadonlyMap<string, Copies>,
): LeakResult {
  const scored = versions.map((version) => scoredVersion(version, copiesOf.get(version.trailerId) ?? []));
  const identification = identifyCopies(
    scored.map(({ version, copies }) => ({
      versionId: version.trailerId,
      evidence: within(version, copies),
      erased: new Set(version.erased),
      seconds: version.seconds,
      copies,
    })),
  );
  const { verdict, names, codewordsScored } = identification;
  return {
    ...(provenance && { provenance }),
    verdict,
    names: names.map(({ versionId, ...name }) => ({
      ...name,
      trailerId: versionId,
      partners: [...name.partners],
      sameCodeword: [...name.sameCodeword],
      differs: differsOf(
        name.markId,
        scored.find(({ version }) => version.trailerId === versionId),
      ),
    })),
    ...reasonOf(identification, unread, longestClip(versions)),
    codewordsScored,
    readings: readingsOf(scored),
  };
}

/** Leaves out segments beyond the codewords: a rendition may be a little longer than the trailer was thought to be. */
function within({ evidence }: VersionReading, copies: Copies): VersionReading['evidence'] {
  const bits = copies.reduce(
    (least, { codeword }) => Math.min(least, codeword.length * 8),
    Number.POSITIVE_INFINITY,
  );
  return evidence.filter(({ segment }) => segment < bits);
}

function scoredVersion(version: VersionReading, copies: Copies): ScoredVersion {
  return { version, copies, weights: segmentWeights(within(version, copies), new Set(version.erased)) };
}

function differsOf(markId: string, scored: ScoredVersion | undefined): number[] {
  const codeword = scored?.copies.find((copy) => copy.markId === markId)?.codeword;
  if (scored === undefined || codeword === undefined) return [];
  return scored.weights
    .filter(({ segment, seen }) => variantOf(codeword, segment) !== seen)
    .map(({ segment }) => segment);
}

/** Returns the seconds of the longest clip that says more than a shorter one: a repeated segment counts once. */
const longestClip = (versions: ClipReading['versions']) =>
  Math.min(leakLimits.clip.maxSeconds, Math.max(0, ...versions.map(({ trailerSeconds }) => trailerSeconds)));

function reasonOf(
  identification: Identification,
  unread: ClipReading['unread'],
  maxSeconds: number,
): Pick<LeakResult, 'reason' | 'enoughSeconds'> {
  if (identification.verdict !== 'inconclusive') return { reason: null, enoughSeconds: null };
  if (unread !== null) return { reason: { code: unread, params: {} }, enoughSeconds: null };
  const { reason, enoughSeconds: enough } = identification;
  const enoughSeconds = enough !== null && enough <= maxSeconds ? enough : null;
  // Who sees how close the best codeword is could change a clip, step by step, until it shows that of somebody else.
  const params = reason.code === 'nobodyStandsOut' ? {} : { ...reason.params };
  return { reason: { code: reason.code, params }, enoughSeconds };
}

/** Returns what was read, the version with most weight first. */
function readingsOf(scored: readonly ScoredVersion[]): LeakReading[] {
  const total = ({ weights }: ScoredVersion) => weights.reduce((sum, { weight }) => sum + weight, 0);
  let room = MOST_MARKS;
  let roomForRuns = MOST_RUNS;
  return scored
    .toSorted((a, b) => total(b) - total(a))
    .map(({ version, weights }) => {
      const starts = new Map(version.evidence.map(({ segment, atSeconds }) => [segment, atSeconds]));
      const fits = weights.length <= room;
      if (fits) room -= weights.length;
      const { trailerId, title, uploadedAt, trailerSeconds, mirrored } = version;
      const runs = version.runs.slice(0, roomForRuns);
      roomForRuns -= runs.length;
      return {
        trailerId,
        title,
        uploadedAt,
        trailerSeconds,
        mirrored,
        runs,
        marks: fits ? weights.map((one) => ({ ...one, atSeconds: starts.get(one.segment) ?? 0 })) : [],
        readableSegments: weights.length,
      };
    });
}
