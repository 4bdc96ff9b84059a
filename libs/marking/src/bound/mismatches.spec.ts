import { variantOf } from '../codeword/codeword.js';
import { SeededRandom } from '../simulation/seeded-random.js';
import { unmarkedEvidence } from '../simulation/simulated-evidence.js';
import { Mismatches } from './mismatches.js';
import { segmentWeights } from './weights.js';

const random = new SeededRandom(21);
// Segments 17 and on of a version of 90, so that whole bytes of the codewords are unreadable.
const weights = segmentWeights(unmarkedEvidence(random, 70).slice(17));
const codewords = Array.from({ length: 40 }, () => random.fill(new Uint8Array(12)));
const rows = new Mismatches(weights, codewords);

const differs = (row: number, { segment, seen }: (typeof weights)[number]) =>
  variantOf(codewords[row] ?? new Uint8Array(), segment) !== seen;
const weigh = (picked: readonly (typeof weights)[number][]) =>
  picked.reduce((sum, { weight }) => sum + weight, 0);

it('weighs the segments in which a codeword differs from what was seen', () => {
  rows.all().forEach((mismatch, row) => {
    const differing = weights.filter((segment) => differs(row, segment));
    expect(mismatch).toBe(weigh(differing));
    expect(rows.weightsOfMismatch(row)).toEqual(differing.map(({ weight }) => weight));
  });
});

it('compares two codewords', () => {
  for (let a = 0; a < 40; a += 1)
    for (let b = 0; b < 40; b += 1) {
      const both = weights.filter((segment) => differs(a, segment) && differs(b, segment));
      expect(rows.shared(a, b)).toBe(weigh(both));
      expect(rows.shared(a, b, 50) <= 50).toBe(weigh(both) <= 50);
      const agreeing = weights.filter((segment) => differs(a, segment) === differs(b, segment));
      expect(rows.weightsOfAgreement(a, b)).toEqual(agreeing.map(({ weight }) => weight));
    }
});

it('finds codewords that are equal in all readable segments', () => {
  const changed = (segment: number) => {
    const codeword = Uint8Array.from(codewords[0] ?? []);
    codeword[segment >> 3] = (codeword[segment >> 3] ?? 0) ^ (1 << (segment & 7));
    return codeword;
  };
  const readable = weights[5]?.segment ?? Number.NaN;
  const compared = new Mismatches(weights, [codewords[0] ?? new Uint8Array(), changed(3), changed(readable)]);
  expect(compared.areEqual(0, 1)).toBe(true);
  expect(compared.areEqual(0, 2)).toBe(false);
});

it('rejects a codeword that is shorter than the evidence', () => {
  expect(() => new Mismatches(weights, [new Uint8Array(8)])).toThrow(RangeError);
});
