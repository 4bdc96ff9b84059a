import type { PublishedRendition } from '../attempt.js';
import { type SourceFacts, shownSize } from '../probe/source-facts.js';
import type { Stage } from '../progress-estimate.js';
import { planRungs, type Rung, type Size } from './rungs.js';

/** Maximum bits per second of a small video that is kept as uploaded. */
const MAX_COPIED_BIT_RATE = 2_500_000;

type Rungs = readonly [Rung, ...Rung[]];

/** Renditions to create from an upload, in order. */
export interface ProcessingPlan {
  /** Created and published first; null if an earlier attempt has done so. */
  readonly first:
    | { readonly by: 'copying'; readonly provisional: boolean }
    | { readonly by: 'encoding'; readonly rungs: Rungs }
    | null;
  /** Created afterwards in one run, largest first; null if nothing remains. */
  readonly rest: { readonly rungs: Rungs; readonly withAudio: boolean } | null;
}

const asRungs = (rungs: readonly Rung[]): Rungs | null => {
  const [top, ...lower] = rungs;
  return top === undefined ? null : [top, ...lower];
};

function restOf(rungs: readonly Rung[], withAudio: boolean): ProcessingPlan['rest'] {
  const nonEmpty = asRungs(rungs);
  return nonEmpty && { rungs: nonEmpty, withAudio };
}

/**
 * Plans the processing. A copy of the packets is ready within seconds, and serves until the ladder is finished. For a
 * small upload, the copy is the ladder. If the packets cannot be copied, the smallest size is encoded first.
 *
 * @param copyable whether browsers can play the packets of the upload, and segments can be cut from them
 * @param published renditions of earlier attempts
 */
export function planProcessing(
  source: SourceFacts,
  copyable: boolean,
  published: readonly PublishedRendition[],
): ProcessingPlan {
  const rungs = planRungs(shownSize(source.video));
  if (published.length > 0) {
    if (published.some(({ provisional }) => provisional)) return { first: null, rest: restOf(rungs, true) };
    const missing = rungs.filter((rung) =>
      published.every(({ rungHeight }) => rungHeight !== rung.rungHeight),
    );
    return { first: null, rest: restOf(missing, false) };
  }
  const smallest = rungs.at(-1) as Rung;
  if (!copyable) {
    return { first: { by: 'encoding', rungs: [smallest] }, rest: restOf(rungs.slice(0, -1), false) };
  }
  const hasLowBitRate = source.bitRate !== null && source.bitRate <= MAX_COPIED_BIT_RATE;
  return rungs.length === 1 && smallest.rungHeight === 480 && hasLowBitRate
    ? { first: { by: 'copying', provisional: false }, rest: null }
    : { first: { by: 'copying', provisional: true }, rest: restOf(rungs, true) };
}

/** Percent of the progress for downloading and for probing the upload. */
const DOWNLOAD = 3;
const PROBE = 2;
/** Costs of decoding and storing a pixel, relative to encoding it. */
const DECODED = 0.3;
const STORED = 0.1;
/** Percent of the progress credited to earlier attempts. */
const EARLIER_SHARE = 30;

const pixels = ({ width, height }: Size): number => width * height;

/** Returns the stages of an attempt before the upload has been probed. */
export function firstStages(resumed: boolean): Stage[] {
  const before = resumed ? EARLIER_SHARE : 0;
  return [
    { step: 'encode', weight: before, done: true },
    { step: 'download', weight: DOWNLOAD },
    { step: 'probe', weight: PROBE },
    { step: 'encode', weight: 100 - before - DOWNLOAD - PROBE },
  ];
}

/** Returns the stages of an attempt, weighted by the pixels to process. */
export function planStages(source: SourceFacts, { first, rest }: ProcessingPlan): Stage[] {
  const decoded = DECODED * pixels(shownSize(source.video));
  const encoding = (rungs: Rungs): Stage[] => {
    const encoded = rungs.reduce((sum, rung) => sum + pixels(rung), 0);
    return [
      { step: 'encode', weight: decoded + encoded },
      { step: 'store', weight: STORED * encoded },
    ];
  };
  const copying: Stage[] = [
    { step: 'remux', weight: decoded / 2 },
    { step: 'store', weight: decoded / 2 },
  ];
  const firstWork = first === null ? [] : first.by === 'copying' ? copying : encoding(first.rungs);
  const work = [...firstWork, ...(rest === null ? [] : encoding(rest.rungs))];
  const total = work.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const before = first === null ? EARLIER_SHARE : 0;
  const scale = (100 - before - DOWNLOAD - PROBE) / total;
  return [
    ...firstStages(first === null).slice(0, 3),
    ...work.map(({ step, weight }) => ({ step, weight: weight * scale })),
  ];
}
