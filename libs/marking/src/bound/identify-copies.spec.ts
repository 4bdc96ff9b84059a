import type { Codeword } from '../codeword/codeword.js';
import type { SegmentEvidence } from '../evidence.js';
import { SeededRandom } from '../simulation/seeded-random.js';
import {
  FAINT,
  markedEvidence,
  type Readability,
  switching,
  unmarkedEvidence,
} from '../simulation/simulated-evidence.js';
import type { Comparison } from './comparison.js';
import { identifyCopies } from './identify-copies.js';

const VERSION = 'version';

function drawCopies(random: SeededRandom, count: number, segments = 180): Comparison['copies'][number][] {
  return Array.from({ length: count }, (_, index) => ({
    markId: `mark-${index}`,
    codeword: random.fill(new Uint8Array(Math.ceil(segments / 8))),
  }));
}

const comparison = (
  evidence: readonly SegmentEvidence[],
  copies: Comparison['copies'],
  versionId = VERSION,
): Comparison => ({ versionId, evidence, copies, seconds: evidence.length / 2 });

const codewordOf = (copies: Comparison['copies'], index: number): Codeword => {
  const copy = copies[index];
  if (!copy) throw new Error(`no copy ${index}`);
  return copy.codeword;
};

const namesOf = (...args: Parameters<typeof identifyCopies>) =>
  identifyCopies(...args).names.map(({ markId }) => markId);

function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random.uniform() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

describe('identifyCopies', () => {
  it('names the one whose copy it is among 10,000', () => {
    const random = new SeededRandom(51);
    const copies = drawCopies(random, 10_000);
    const evidence = markedEvidence(random, 60, () => codewordOf(copies, 4321));
    const result = identifyCopies([comparison(evidence, copies)]);
    expect(result).toMatchObject({
      verdict: 'named',
      codewordsScored: 10_000,
      names: [{ markId: 'mark-4321', versionId: VERSION, test: 'single', partners: [], sameCodeword: [] }],
    });
    expect(result.names[0]?.log10Np).toBeLessThan(Math.log10(5e-7));
  });

  it('never names an innocent person on many kinds of evidence', () => {
    const random = new SeededRandom(52);
    const copies = drawCopies(random, 500);
    const guilty = drawCopies(random, 2).map(({ codeword }) => codeword) as [Codeword, Codeword];
    for (let round = 0; round < 40; round += 1) {
      const segments = 20 + Math.floor(random.uniform() * 160);
      const kinds = [
        unmarkedEvidence(random, segments),
        unmarkedEvidence(random, segments, 0.3),
        markedEvidence(random, segments, () => guilty[0]),
        markedEvidence(random, segments, switching(...guilty), FAINT),
      ];
      for (const evidence of kinds) expect(namesOf([comparison(evidence, copies)])).toEqual([]);
    }
  });

  it('names both of two people who switch every 5 s, and nobody else, in 90 of 100 films of 90 s', () => {
    const random = new SeededRandom(53);
    let both = 0;
    for (let film = 0; film < 50; film += 1) {
      const copies = drawCopies(random, 1000);
      const evidence = markedEvidence(random, 180, switching(codewordOf(copies, 3), codewordOf(copies, 700)));
      const names = namesOf([comparison(evidence, copies)]);
      expect(['mark-3', 'mark-700']).toEqual(expect.arrayContaining(names));
      both += Number(names.length === 2);
    }
    expect(both).toBeGreaterThanOrEqual(45);
  });

  it('says by which test and with whom each of several is named', () => {
    const random = new SeededRandom(54);
    const copies = drawCopies(random, 1000, 240);
    const evidence = markedEvidence(random, 240, switching(codewordOf(copies, 3), codewordOf(copies, 700)));
    const result = identifyCopies([comparison(evidence, copies)]);
    expect(result.verdict).toBe('several');
    expect(result.names.map(({ markId, partners }) => [markId, partners]).sort()).toEqual([
      ['mark-3', ['mark-700']],
      ['mark-700', ['mark-3']],
    ]);
  });

  it('names the same people in any order of codewords and comparisons', () => {
    const random = new SeededRandom(55);
    // Weights that are all equal, so that many scores are.
    const sure: Readability = { mean: 4, deviation: 0, blank: 0 };
    for (const [segments, length] of [
      [60, 1000],
      [170, 10],
    ] as const) {
      const copies = drawCopies(random, 400);
      const evidence = markedEvidence(
        random,
        segments,
        switching(codewordOf(copies, 1), codewordOf(copies, 2), length),
        sure,
      );
      const other = comparison(unmarkedEvidence(random, 90), drawCopies(random, 50), 'other');
      const first = identifyCopies([comparison(evidence, copies), other]);
      expect(first.names.length).toBeGreaterThan(0);
      for (let round = 0; round < 5; round += 1)
        expect(identifyCopies([other, comparison(evidence, shuffled(random, copies))])).toEqual(first);
    }
  });

  it('names both or neither of two people with equal codewords, and says so', () => {
    const random = new SeededRandom(56);
    const copies = drawCopies(random, 300, 240);
    copies.push({ markId: 'twin', codeword: codewordOf(copies, 5) });
    const alone = identifyCopies([
      comparison(
        markedEvidence(random, 60, () => codewordOf(copies, 5)),
        copies,
      ),
    ]);
    expect(alone.verdict).toBe('several');
    expect(alone.names.map(({ markId, sameCodeword }) => [markId, sameCodeword])).toEqual([
      ['mark-5', ['twin']],
      ['twin', ['mark-5']],
    ]);
    const mixed = markedEvidence(random, 240, switching(codewordOf(copies, 5), codewordOf(copies, 9)));
    expect(namesOf([comparison(mixed, copies)]).sort()).toEqual(['mark-5', 'mark-9', 'twin']);
  });

  it('needs more of a clip when more codewords were scored', () => {
    const random = new SeededRandom(57);
    const copies = drawCopies(random, 100);
    const evidence = markedEvidence(random, 36, () => codewordOf(copies, 8), {
      mean: 5,
      deviation: 0,
      blank: 0,
    });
    expect(namesOf([comparison(evidence, copies)])).toEqual(['mark-8']);
    const scoredBefore = identifyCopies([comparison(evidence, copies)], 100_000);
    expect(scoredBefore).toMatchObject({
      verdict: 'inconclusive',
      reason: { code: 'tooFewReadableSegments', params: { readable: 36, needed: 38 } },
    });
    const again = comparison(unmarkedEvidence(random, 36), copies, 'second');
    const [once] = identifyCopies([comparison(evidence, copies)]).names;
    const [twice] = identifyCopies([comparison(evidence, copies), again]).names;
    expect((twice?.log10Np ?? 0) - (once?.log10Np ?? 0)).toBeCloseTo(Math.log10(2), 9);
    expect(() => identifyCopies([comparison(evidence, copies)], 99)).toThrow(RangeError);
  });

  it('lists a person once who is named in several comparisons', () => {
    const random = new SeededRandom(58);
    const copies = drawCopies(random, 10);
    const clip = (segments: number, versionId: string) =>
      comparison(
        markedEvidence(random, segments, () => codewordOf(copies, 2)),
        copies,
        versionId,
      );
    const result = identifyCopies([clip(60, 'short'), clip(120, 'long')]);
    expect(result).toMatchObject({ verdict: 'named', names: [{ markId: 'mark-2', versionId: 'long' }] });
  });
});
