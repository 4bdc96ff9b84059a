import { type Comparison, type ScoredComparison, scoreComparison } from './comparison.js';
import { enoughSeconds, neededBits, neededSegments } from './enough.js';
import type { Identification, InconclusiveReason } from './identification.js';
import { byText, combineNames } from './name-list.js';

/**
 * Names everybody whose copy a clip shows, with a probability of at most 10^-6 that anybody is named wrongly
 * (docs/forensic-marking.md).
 *
 * @param comparisons all that are scored for names. Several are needed only if pictures cannot decide between them.
 * @param codewordsScored N: at least the codewords of these comparisons, more if the case scored others before
 */
export function identifyCopies(
  comparisons: readonly Comparison[],
  codewordsScored = codewordsOf(comparisons),
): Identification {
  if (!Number.isSafeInteger(codewordsScored) || codewordsScored < codewordsOf(comparisons))
    throw new RangeError(`${codewordsScored} is less than the number of codewords to be scored`);
  const scored = comparisons.map((comparison) => scoreComparison(comparison, codewordsScored));
  const clearest = clearestOf(scored);
  const reading = clearest
    ? {
        versionId: clearest.versionId,
        readableSegments: clearest.readableSegments,
        bits: clearest.bits,
        neededBits: neededBits(Math.max(1, codewordsScored)),
      }
    : null;
  const names = combineNames(scored.flatMap((one) => one.names));
  if (names.length > 0)
    return { codewordsScored, reading, verdict: names.length === 1 ? 'named' : 'several', names };
  const reason = reasonOf(clearest, codewordsScored, Math.min(0, ...scored.map((one) => one.bestLog10Np)));
  const seconds = clearest ? secondsFor(reason, clearest, codewordsScored) : null;
  return { codewordsScored, reading, verdict: 'inconclusive', names: [], reason, enoughSeconds: seconds };
}

const codewordsOf = (comparisons: readonly Comparison[]) =>
  comparisons.reduce((sum, { copies }) => sum + copies.length, 0);

/** Returns the comparison with most bits; of equal ones, the one whose version comes first. */
const clearestOf = (scored: readonly ScoredComparison[]) =>
  scored.toSorted((a, b) => b.bits - a.bits || byText(a.versionId, b.versionId) || a.seconds - b.seconds)[0];

function reasonOf(
  clearest: ScoredComparison | undefined,
  codewords: number,
  bestLog10Np: number,
): InconclusiveReason {
  if (!clearest || codewords === 0) return { code: 'noCodewords', params: {} };
  const { readableSegments: readable, bits } = clearest;
  const needed = neededSegments(codewords);
  if (readable < needed) return { code: 'tooFewReadableSegments', params: { readable, needed } };
  if (bits < neededBits(codewords))
    return { code: 'markTooWeak', params: { bits, neededBits: neededBits(codewords) } };
  return { code: 'nobodyStandsOut', params: { bestLog10Np } };
}

function secondsFor({ code }: InconclusiveReason, clip: ScoredComparison, codewords: number): number | null {
  if (code === 'noCodewords') return null;
  if (code !== 'nobodyStandsOut') return enoughSeconds({ ...clip, codewords });
  const ofTwo = enoughSeconds({ ...clip, codewords }, 2);
  return ofTwo !== null && ofTwo > clip.seconds ? ofTwo : null;
}
