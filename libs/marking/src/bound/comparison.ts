import type { Codeword } from '../codeword/codeword.js';
import type { SegmentEvidence } from '../evidence.js';
import { usableBits } from './enough.js';
import type { NamedCopy } from './identification.js';
import { Mismatches } from './mismatches.js';
import { pairNames } from './pair-names.js';
import { singleNames } from './single-names.js';
import { segmentWeights } from './weights.js';

/** One alignment of a clip with one version, to be scored for names. */
export interface Comparison {
  readonly versionId: string;
  /** Made from pictures alone: nothing of it may depend on a codeword. */
  readonly evidence: readonly SegmentEvidence[];
  /** Segments that carry no mark in this version. */
  readonly erased?: ReadonlySet<number>;
  /** Seconds of the clip that were compared. */
  readonly seconds: number;
  /** Everybody who was given a copy of this version. */
  readonly copies: readonly { readonly markId: string; readonly codeword: Codeword }[];
}

/** What one comparison gives. */
export interface ScoredComparison {
  readonly versionId: string;
  readonly seconds: number;
  readonly readableSegments: number;
  readonly bits: number;
  /** log10 of the smallest N·p of a single codeword, at most 0. */
  readonly bestLog10Np: number;
  readonly names: readonly NamedCopy[];
}

/** Scores all codewords of a comparison by both tests. @param codewords N, of all comparisons of the case */
export function scoreComparison(comparison: Comparison, codewords: number): ScoredComparison {
  const { versionId, seconds, copies } = comparison;
  const weights = segmentWeights(comparison.evidence, comparison.erased);
  const scored = { versionId, seconds, readableSegments: weights.length, bits: usableBits(weights) };
  if (copies.length === 0) return { ...scored, bestLog10Np: 0, names: [] };
  const rows = new Mismatches(
    weights,
    copies.map(({ codeword }) => codeword),
  );
  const mismatches = rows.all();
  const single = singleNames(
    weights.map(({ weight }) => weight),
    mismatches,
    codewords,
  );
  const pairs = pairNames(rows, mismatches, codewords);
  const named = [
    ...new Set([...single.names.map(({ row }) => row), ...pairs.flatMap((pair) => [...pair.rows])]),
  ];
  const markId = (row: number) => copies[row]?.markId ?? '';
  const name = (row: number, test: NamedCopy['test'], log10Np: number, partners: number[]): NamedCopy => ({
    markId: markId(row),
    versionId,
    test,
    log10Np,
    partners: partners.map(markId),
    // Equal codewords have the same scores, so if one is named, all are.
    sameCodeword: named
      .filter((other) => other !== row && rows.areEqual(other, row))
      .map(markId)
      .sort(),
  });
  const names = [
    ...single.names.map(({ row, log10Np }) => name(row, 'single', log10Np, [])),
    ...pairs.flatMap(({ rows: [a, b], log10Np }) => [
      name(a, 'pair', log10Np, [b]),
      name(b, 'pair', log10Np, [a]),
    ]),
  ];
  return { ...scored, bestLog10Np: single.best, names };
}
