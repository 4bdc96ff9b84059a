import { boxOf, EARLY_RUNG, pixelsOf, planRungs, type Rung } from '../../ladder/rungs.js';
import type { PublishedRendition } from '../attempt.js';
import { displaySize, type SourceFacts } from '../probe/source-facts.js';
import type { Stage } from '../progress-estimate.js';

/** Maximum bits per second, for each pixel of the box of `EARLY_RUNG`, of a small video that is kept as uploaded. */
const SMALL_COPY_PER_PIXEL = 2_500_000 / (854 * 480);

type Rungs = readonly [Rung, ...Rung[]];

/** Renditions to make from an upload, in order. */
export interface ProcessingPlan {
  /** Renditions published first; null when an earlier attempt published them. */
  readonly first:
    | { readonly by: 'copying'; readonly provisional: boolean }
    | { readonly by: 'encoding'; readonly rungs: Rungs }
    | null;
  /** Renditions made afterwards in one run, largest first; null when none remain. */
  readonly rest: { readonly rungs: Rungs; readonly withAudio: boolean } | null;
}

const nonEmpty = (rungs: readonly Rung[]): Rungs | null => {
  const [top, ...lower] = rungs;
  return top === undefined ? null : [top, ...lower];
};

function restOf(rungs: readonly Rung[], withAudio: boolean): ProcessingPlan['rest'] {
  const remaining = nonEmpty(rungs);
  return remaining && { rungs: remaining, withAudio };
}

/**
 * Plans the processing. A copy of the upload's packets is ready within seconds and is used until the ladder
 * is made. For a small upload the copy is the ladder. If nothing can be copied, the size of
 * `EARLY_RUNG` is made first, or all sizes of an upload that is no larger. A marked trailer begins with its smallest
 * size, and never with a copy, which would carry no mark.
 *
 * @param copyable whether browsers can play the upload's packets and segments can be cut from them
 * @param published renditions of earlier attempts
 */
export function planProcessing(
  source: SourceFacts,
  copyable: boolean,
  published: readonly PublishedRendition[],
  marked = false,
): ProcessingPlan {
  const rungs = planRungs(displaySize(source.video));
  if (published.length > 0) {
    if (published.some(({ provisional }) => provisional)) return { first: null, rest: restOf(rungs, true) };
    const missing = rungs.filter((rung) =>
      published.every(({ rungHeight }) => rungHeight !== rung.rungHeight),
    );
    return { first: null, rest: restOf(missing, false) };
  }
  if (marked || !copyable) {
    const early = marked ? rungs.at(-1) : rungs.find(({ rungHeight }) => rungHeight <= EARLY_RUNG);
    const first = early === undefined || early === rungs[0] ? rungs : ([early] as const);
    const others = rungs.filter((rung) => !first.includes(rung));
    return { first: { by: 'encoding', rungs: first }, rest: restOf(others, false) };
  }
  const maxBitRate = SMALL_COPY_PER_PIXEL * pixelsOf(boxOf(EARLY_RUNG));
  const hasLowBitRate = source.bitRate !== null && source.bitRate <= maxBitRate;
  return rungs[0].rungHeight <= EARLY_RUNG && hasLowBitRate
    ? { first: { by: 'copying', provisional: false }, rest: null }
    : { first: { by: 'copying', provisional: true }, rest: restOf(rungs, true) };
}

/** Percent of the progress for downloading the upload. */
const DOWNLOAD_PERCENT = 3;
/** Percent of the progress for probing the upload. */
const PROBE_PERCENT = 2;
/** Cost of decoding a pixel, relative to encoding it. */
const DECODE_COST = 0.3;
/** Cost of storing a pixel, relative to encoding it. */
const STORE_COST = 0.1;
/** Percent of the progress credited to earlier attempts. */
const RESUMED_PERCENT = 30;

/** Returns the stages of an attempt before the upload has been probed. */
export function firstStages(resumed: boolean): Stage[] {
  const before = resumed ? RESUMED_PERCENT : 0;
  return [
    { step: 'encode', weight: before, done: true },
    { step: 'download', weight: DOWNLOAD_PERCENT },
    { step: 'probe', weight: PROBE_PERCENT },
    { step: 'encode', weight: 100 - before - DOWNLOAD_PERCENT - PROBE_PERCENT },
  ];
}

/** Returns the stages of an attempt, weighted by the pixels to process. A marked run decodes and encodes twice. */
export function planStages(source: SourceFacts, { first, rest }: ProcessingPlan, marked = false): Stage[] {
  const times = marked ? 2 : 1;
  const decoded = times * DECODE_COST * pixelsOf(displaySize(source.video));
  const encoding = (rungs: Rungs): Stage[] => {
    const encoded = times * rungs.reduce((sum, rung) => sum + pixelsOf(rung), 0);
    return [
      { step: 'encode', weight: decoded + encoded },
      { step: 'store', weight: STORE_COST * encoded },
    ];
  };
  const copying: Stage[] = [
    { step: 'remux', weight: decoded / 2 },
    { step: 'store', weight: decoded / 2 },
  ];
  const firstPart = first === null ? [] : first.by === 'copying' ? copying : encoding(first.rungs);
  const work = [...firstPart, ...(rest === null ? [] : encoding(rest.rungs))];
  const total = work.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const before = first === null ? RESUMED_PERCENT : 0;
  const scale = (100 - before - DOWNLOAD_PERCENT - PROBE_PERCENT) / total;
  return [
    ...firstStages(first === null).slice(0, 3),
    ...work.map(({ step, weight }) => ({ step, weight: weight * scale })),
  ];
}
