import { type Codeword, variantOf } from '../codeword/codeword.js';
import type { SegmentEvidence } from '../evidence.js';
import { SeededRandom } from '../simulation/seeded-random.js';
import { markedEvidence, switching } from '../simulation/simulated-evidence.js';
import { tiltedCodeword, tiltedPair } from '../simulation/tilted-codewords.js';
import { estimate } from '../simulation/tilting.js';
import { ExactTail } from './exact-tail.js';
import { pairLimit, pairsOf } from './limits.js';
import { Mismatches } from './mismatches.js';
import { pairNames } from './pair-names.js';
import { counted, log10 } from './testing/counted.js';
import { segmentWeights } from './weights.js';

const drawCodewords = (random: SeededRandom, count: number, segments = 200): Codeword[] =>
  Array.from({ length: count }, () => random.fill(new Uint8Array(Math.ceil(segments / 8))));

/** Returns the pairs of rows that pass, and their log10 of N·p. */
function found(evidence: readonly SegmentEvidence[], codewords: readonly Codeword[], n = codewords.length) {
  const rows = new Mismatches(segmentWeights(evidence), codewords);
  return pairNames(rows, rows.all(), n);
}

/**
 * Computes log10 of N·p of a pair from the definition in docs/forensic-marking.md#two-people, with scores of ±1 and
 * integers without limit.
 */
function defined(evidence: readonly SegmentEvidence[], a: Codeword, b: Codeword, n: number): number {
  const bits = segmentWeights(evidence).map(({ segment, seen, weight }) => ({
    c: seen === 1 ? weight : -weight,
    a: variantOf(a, segment) === 1 ? 1 : -1,
    b: variantOf(b, segment) === 1 ? 1 : -1,
  }));
  type Bit = (typeof bits)[number];
  const log10P = (within: Bit[], of: 'a' | 'b') => {
    const weights = within.map(({ c }) => Math.abs(c));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const score = within.reduce((sum, bit) => sum + bit.c * bit[of], 0);
    return log10(counted(weights)[(total - score) / 2] ?? 0n) - within.length * Math.log10(2);
  };
  const agreeing = log10P(
    bits.filter((bit) => bit.a === bit.b),
    'a',
  );
  const bBesideA = log10P(
    bits.filter(({ c, a }) => Math.sign(c) !== a),
    'b',
  );
  const aBesideB = log10P(
    bits.filter(({ c, b }) => Math.sign(c) !== b),
    'a',
  );
  return (
    Math.log10(3) +
    Math.max(agreeing + Math.log10((n * (n - 1)) / 2), bBesideA + Math.log10(n), aBesideB + Math.log10(n))
  );
}

it('finds the pairs that the definition finds, with its bound', () => {
  const random = new SeededRandom(41);
  const codewords = drawCodewords(random, 6, 260);
  const [a, b] = codewords as [Codeword, Codeword];
  // From a clip of which too little is known to one that names both clearly.
  for (const segments of [60, 170, 260]) {
    const evidence = markedEvidence(random, segments, switching(a, b));
    const expected: unknown[] = [];
    for (let row = 0; row < codewords.length; row += 1)
      for (let other = row + 1; other < codewords.length; other += 1) {
        const bound = defined(evidence, codewords[row] as Codeword, codewords[other] as Codeword, 1000);
        if (bound < Math.log10(5e-7))
          expected.push({ rows: [row, other], log10Np: expect.closeTo(bound, 6) });
      }
    const pairs = found(evidence, codewords, 1000);
    expect(pairs.map(({ rows, log10Np }) => ({ rows: rows.toSorted((x, y) => x - y), log10Np }))).toEqual(
      expected,
    );
    if (segments === 60) expect(pairs).toEqual([]);
    if (segments === 260) expect(pairs).toHaveLength(1);
  }
});

it('does not name a person beside somebody who explains the clip alone', () => {
  const random = new SeededRandom(42);
  const codewords = drawCodewords(random, 500);
  const evidence = markedEvidence(random, 200, () => codewords[7] as Codeword);
  expect(found(evidence, codewords)).toEqual([]);
});

it('counts all pairs, not only those that it searches', () => {
  const random = new SeededRandom(43);
  const codewords = drawCodewords(random, 2);
  const evidence = markedEvidence(random, 160, switching(...(codewords as [Codeword, Codeword])));
  const [few] = found(evidence, codewords, 2);
  const [many] = found(evidence, codewords, 4);
  if (!few || !many) throw new Error('the pair is not found');
  // The largest part is that of one innocent beside a guilty one, which grows with N.
  expect(many.log10Np - few.log10Np).toBeCloseTo(Math.log10(2), 9);
  expect(found(evidence, codewords, 1_000_000_000)).toEqual([]);
});

it('leaves an innocent codeword beside a guilty one within its part of the bound', () => {
  const random = new SeededRandom(44);
  const [guilty, missing] = drawCodewords(random, 2, 320) as [Codeword, Codeword];
  // The other half of the mix is of somebody whose codeword is not scored.
  const evidence = markedEvidence(random, 320, switching(guilty, missing));
  const weights = segmentWeights(evidence);
  const limit = 10 ** pairLimit(1000);
  const open = weights.filter(({ segment, seen }) => variantOf(guilty, segment) !== seen);
  const openWeights = open.map(({ weight }) => weight);
  const most = ExactTail.of(openWeights).largestMismatch(Math.log10(limit));
  const draw = tiltedCodeword(40, open, most);
  const { mean, standardError } = estimate(600, () => {
    const { codewords, likelihood } = draw(random);
    return found(evidence, [guilty, ...codewords], 1000).length > 0 ? likelihood : 0;
  });
  expect(mean + 6.5 * standardError).toBeLessThan(limit * 1.5);
  expect(mean - 6.5 * standardError).toBeLessThan(limit);
  // The part is used, so the comparison means something.
  expect(mean).toBeGreaterThan(limit / 4);
});

it('leaves two innocent codewords within their part of the bound', () => {
  const random = new SeededRandom(45);
  const [a, b] = drawCodewords(random, 2) as [Codeword, Codeword];
  const evidence = markedEvidence(random, 200, switching(a, b));
  const weights = segmentWeights(evidence);
  let named = 0;
  const { mean, standardError } = estimate(600, () => {
    const { codewords, likelihood } = tiltedPair(random, 25, weights);
    const passes = found(evidence, codewords, 1000).length > 0;
    named += Number(passes);
    return passes ? likelihood : 0;
  });
  expect(named).toBeGreaterThan(200);
  expect(mean + 6.5 * standardError).toBeLessThan(10 ** pairLimit(pairsOf(1000)));
});
