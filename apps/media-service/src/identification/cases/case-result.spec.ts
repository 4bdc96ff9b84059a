import { randomUUID } from 'node:crypto';
import { drawCodeword, variantOf } from '@secure-preview/marking';
import type { ClipReading, VersionReading } from '../clip/clip-reading.js';
import { type Copies, caseResult } from './case-result.js';

const SEGMENTS = 60;
const drawCopies = (count: number): Copies =>
  Array.from({ length: count }, () => ({ markId: randomUUID(), codeword: drawCodeword(SEGMENTS) }));
const copyAt = (copies: Copies, index: number) => {
  const copy = copies[index];
  if (copy === undefined) throw new Error(`there is no copy ${index}`);
  return copy;
};

/** What a clear clip of a copy shows. @param wrong segments that are read wrongly and weakly */
function readingOf(codeword: Uint8Array, more: Partial<VersionReading> = {}, wrong: number[] = []) {
  const version: VersionReading = {
    trailerId: randomUUID(),
    title: 'A title',
    uploadedAt: '2026-11-01T10:00:00.000Z',
    trailerSeconds: SEGMENTS / 2,
    mirrored: false,
    runs: [{ clipFrom: 0, clipTo: 30, trailerFrom: 0, rate: 1 }],
    seconds: 30,
    evidence: Array.from({ length: SEGMENTS }, (_, segment) => {
      const sign = variantOf(codeword, segment) === 1 ? 1 : -1;
      return { segment, z: wrong.includes(segment) ? -0.5 * sign : 3 * sign, atSeconds: segment / 2 };
    }),
    erased: [],
    ...more,
  };
  return version;
}
const reading = (...versions: VersionReading[]): ClipReading => ({ unread: null, versions });
const copiesOf = (version: VersionReading, copies: Copies) => [version.trailerId, copies] as const;

it('names the copy that a clip shows, with the segments that differ', () => {
  const copies = drawCopies(50);
  const { markId, codeword } = copyAt(copies, 7);
  const version = readingOf(codeword, {}, [4, 9]);
  const result = caseResult(reading(version), new Map([copiesOf(version, copies)]));
  expect(result).toMatchObject({
    verdict: 'named',
    names: [{ markId, trailerId: version.trailerId, test: 'single', differs: [4, 9] }],
    reason: null,
    enoughSeconds: null,
    codewordsScored: 50,
    readings: [{ trailerId: version.trailerId, readableSegments: SEGMENTS }],
  });
  expect(result.readings[0]?.marks[1]).toEqual({
    segment: 1,
    atSeconds: 0.5,
    seen: variantOf(codeword, 1),
    weight: 30,
  });
});

it('leaves out segments that carry no mark, and those beyond the codewords', () => {
  const copies = drawCopies(3);
  const { codeword } = copyAt(copies, 0);
  const erased = Array.from({ length: 50 }, (_, segment) => segment);
  const beyond = { segment: codeword.length * 8, z: 3, atSeconds: 99 };
  const whole = readingOf(codeword);
  const version = { ...whole, erased, evidence: [...whole.evidence, beyond] };
  const result = caseResult(reading(version), new Map([copiesOf(version, copies)]));
  expect(result).toMatchObject({
    verdict: 'inconclusive',
    names: [],
    reason: { code: 'tooFewReadableSegments', params: { readable: 10 } },
  });
  expect(result.readings[0]?.marks.map(({ segment }) => segment)).toEqual([
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
  ]);
});

it('counts the codewords of all versions that were scored, and lists the clearest first', () => {
  const [first, second] = [drawCopies(20), drawCopies(30)];
  const { markId, codeword } = copyAt(second, 3);
  const vague = readingOf(copyAt(first, 0).codeword);
  const other = {
    ...vague,
    evidence: vague.evidence.map((one) => ({ ...one, z: one.segment % 2 ? 0.2 : -0.2 })),
  };
  const shown = readingOf(codeword);
  const result = caseResult(
    reading(other, shown),
    new Map([copiesOf(other, first), copiesOf(shown, second)]),
  );
  expect(result).toMatchObject({ verdict: 'named', names: [{ markId }], codewordsScored: 50 });
  expect(result.readings.map(({ trailerId }) => trailerId)).toEqual([shown.trailerId, other.trailerId]);
});

it('says that nobody was given a copy, or that the version was deleted', () => {
  const version = readingOf(drawCodeword(SEGMENTS));
  expect(caseResult(reading(version), new Map())).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'noCodewords', params: {} },
    codewordsScored: 0,
  });
});

it('says why nothing was read', () => {
  expect(caseResult({ unread: 'plain', versions: [] }, new Map())).toEqual({
    verdict: 'inconclusive',
    names: [],
    reason: { code: 'plain', params: {} },
    enoughSeconds: null,
    codewordsScored: 0,
    readings: [],
  });
});

it('never asks for a clip that is longer than the trailer', () => {
  const copies = drawCopies(1000);
  const { codeword } = copyAt(copies, 0);
  const evidence = Array.from({ length: 10 }, (_, segment) => ({
    segment,
    z: variantOf(codeword, segment) ? 3 : -3,
    atSeconds: segment / 2,
  }));
  const enough = (trailerSeconds: number) => {
    const version = readingOf(codeword, { evidence, trailerSeconds });
    return caseResult(reading(version), new Map([copiesOf(version, copies)])).enoughSeconds;
  };
  const seconds = enough(500) ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect(enough(seconds)).toBe(seconds);
  expect(enough(seconds - 1)).toBeNull();
});

it('does not tell how close anybody was', () => {
  const copies = drawCopies(5);
  const version = readingOf(drawCodeword(SEGMENTS));
  expect(caseResult(reading(version), new Map([copiesOf(version, copies)]))).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'nobodyStandsOut', params: {} },
  });
});

it('lists a limited number of parts of clips', () => {
  const run = { clipFrom: 0, clipTo: 1, trailerFrom: 0, rate: 1 };
  const versions = Array.from({ length: 3 }, () =>
    readingOf(drawCodeword(SEGMENTS), { runs: Array.from({ length: 400 }, () => run) }),
  );
  const { readings } = caseResult(reading(...versions), new Map());
  expect(readings.map(({ runs }) => runs.length)).toEqual([400, 200, 0]);
});

it('fits into a message with several long versions', () => {
  const segments = 1200;
  const codeword = drawCodeword(segments);
  const evidence = Array.from({ length: segments }, (_, segment) => ({
    segment,
    z: 3,
    atSeconds: segment / 2,
  }));
  const versions = Array.from({ length: 5 }, () => readingOf(codeword, { evidence }));
  const result = caseResult(reading(...versions), new Map());
  expect(JSON.stringify(result).length).toBeLessThan(200_000);
  expect(result.readings.map(({ marks }) => marks.length)).toEqual([1200, 1200, 0, 0, 0]);
});
