import { SeededRandom } from '../simulation/seeded-random.js';
import { CLEAR, markedEvidence, switching, unmarkedEvidence } from '../simulation/simulated-evidence.js';
import { neededSegments } from './enough.js';
import { identifyCopies } from './identify-copies.js';

const random = new SeededRandom(61);
const drawCopies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    markId: `mark-${index}`,
    codeword: random.fill(new Uint8Array(100)),
  }));
const copies = drawCopies(1000);
const [one, two, three] = [0, 1, 2].map((index) => copies[index]?.codeword ?? new Uint8Array());
const of = (evidence: { segment: number; z: number }[], people = copies) =>
  identifyCopies([{ versionId: 'version', evidence, copies: people, seconds: evidence.length / 2 }]);

it('needs the segments that the bound of 10^-6 needs', () => {
  // N·2^-n < 5·10^-7.
  expect([1, 1000, 10_000, 100_000].map(neededSegments)).toEqual([21, 31, 35, 38]);
});

it('says that nobody was given a copy', () => {
  const expected = {
    verdict: 'inconclusive',
    reason: { code: 'noCodewords', params: {} },
    enoughSeconds: null,
  };
  expect(identifyCopies([])).toMatchObject({ ...expected, reading: null });
  expect(of(unmarkedEvidence(random, 60), [])).toMatchObject({ ...expected, codewordsScored: 0 });
});

it('says that too few segments are readable, and the seconds that name a person', () => {
  const result = of(markedEvidence(random, 30, () => one ?? new Uint8Array()));
  if (result.verdict !== 'inconclusive') throw new Error('somebody is named');
  expect(result.reason.code).toBe('tooFewReadableSegments');
  const seconds = result.enoughSeconds ?? 0;
  expect(seconds).toBeGreaterThan(19);
  expect(seconds).toBeLessThan(30);
});

it('knows no length that would do if nothing is readable', () => {
  const black = Array.from({ length: 60 }, (_, segment) => ({ segment, z: 0 }));
  expect(of(black)).toMatchObject({
    reason: { code: 'tooFewReadableSegments', params: { readable: 0, needed: 31 } },
    enoughSeconds: null,
  });
});

it('says that the mark is too weak when segments say little', () => {
  const result = of(unmarkedEvidence(random, 80));
  expect(result).toMatchObject({ verdict: 'inconclusive', reason: { code: 'markTooWeak' } });
});

it('says that nobody stands out in a mix, and the seconds that name two', () => {
  const mix = of(markedEvidence(random, 80, switching(one ?? new Uint8Array(), two ?? new Uint8Array())));
  expect(mix).toMatchObject({ verdict: 'inconclusive', reason: { code: 'nobodyStandsOut' } });
  if (mix.verdict !== 'inconclusive') throw new Error('somebody is named');
  expect(mix.enoughSeconds).toBeGreaterThan(70);
  expect(mix.enoughSeconds).toBeLessThan(110);
});

it('promises nothing from a longer clip when this one would have named two', () => {
  const unknown = random.fill(new Uint8Array(100));
  const result = of(markedEvidence(random, 600, () => unknown));
  expect(result).toMatchObject({ reason: { code: 'nobodyStandsOut' }, enoughSeconds: null });
  if (result.verdict !== 'inconclusive' || result.reason.code !== 'nobodyStandsOut')
    throw new Error('wrong reason');
  expect(result.reason.params.bestLog10Np).toBeLessThanOrEqual(0);
  expect(result.reason.params.bestLog10Np).toBeGreaterThan(-6);
});

it('says how many seconds are enough such that they are, in 95 of 100 clips', () => {
  const short = of(markedEvidence(random, 24, () => three ?? new Uint8Array(), { ...CLEAR, blank: 0 }));
  if (short.verdict !== 'inconclusive') throw new Error('somebody is named');
  const segments = 2 * (short.enoughSeconds ?? 0);
  let named = 0;
  for (let clip = 0; clip < 100; clip += 1) {
    const evidence = markedEvidence(random, segments, () => three ?? new Uint8Array(), {
      ...CLEAR,
      blank: 0,
    });
    named += Number(of(evidence).verdict === 'named');
  }
  expect(named).toBeGreaterThanOrEqual(95);
});
