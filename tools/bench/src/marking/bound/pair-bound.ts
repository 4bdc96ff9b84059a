import {
  type Comparison,
  ExactTail,
  identifyCopies,
  segmentWeights,
  variantOf,
} from '@secure-preview/marking';
import {
  estimate,
  markedEvidence,
  SeededRandom,
  switching,
  tiltedCodeword,
  tiltedPair,
} from '@secure-preview/marking/simulation';
import { type Row, withGoal } from '../../report.js';

const DRAWS = 5000;
/** Codewords that the case counts as scored. */
const PEOPLE = 1000;
/** A third of half of 10^-6. */
const PART = 5e-7 / 3;

/**
 * Estimates by importance sampling how often the pair test names an innocent person, as a share of what its bound
 * grants. Only the copies of the pair are scored; the bound counts 1,000 people.
 */
export function pairBoundRows(): Row[] {
  const random = new SeededRandom(3);
  return [besideGuilty(random), twoInnocents(random)];
}

/** The other half of the clip is from a copy that is not scored, so an innocent one may seem to explain it. */
function besideGuilty(random: SeededRandom): Row {
  const bytes = 40;
  const [guilty, missing] = [random.fill(new Uint8Array(bytes)), random.fill(new Uint8Array(bytes))];
  const evidence = markedEvidence(random, 8 * bytes, switching(guilty, missing));
  const open = segmentWeights(evidence).filter(({ segment, seen }) => variantOf(guilty, segment) !== seen);
  const granted = PART / PEOPLE;
  const tail = ExactTail.of(open.map(({ weight }) => weight));
  const draw = tiltedCodeword(bytes, open, tail.largestMismatch(Math.log10(granted)));
  const estimated = estimate(DRAWS, () => {
    const { codewords, likelihood } = draw(random);
    return namesByPair(evidence, [guilty, ...codewords], 1) ? likelihood : 0;
  });
  return shareRow('pair test, an innocent beside a guilty person', estimated, granted);
}

function twoInnocents(random: SeededRandom): Row {
  const bytes = 25;
  const [a, b] = [random.fill(new Uint8Array(bytes)), random.fill(new Uint8Array(bytes))];
  const evidence = markedEvidence(random, 8 * bytes, switching(a, b));
  const weights = segmentWeights(evidence);
  const estimated = estimate(DRAWS, () => {
    const { codewords, likelihood } = tiltedPair(random, bytes, weights);
    return namesByPair(evidence, codewords, 0) ? likelihood : 0;
  });
  return shareRow('pair test, two innocents', estimated, PART / ((PEOPLE * (PEOPLE - 1)) / 2));
}

function namesByPair(
  evidence: Comparison['evidence'],
  codewords: readonly Uint8Array[],
  innocent: number,
): boolean {
  const copies = codewords.map((codeword, index) => ({ markId: `${index}`, codeword }));
  const { names } = identifyCopies([{ versionId: '', evidence, copies, seconds: 0 }], PEOPLE);
  return names.some(({ markId, test }) => markId === `${innocent}` && test === 'pair');
}

/** The goal allows 4.5 standard errors. */
function shareRow(name: string, { mean, standardError }: ReturnType<typeof estimate>, granted: number): Row {
  const share = mean / granted;
  const error = standardError / granted;
  const row = { name: `${name}: ± ${error.toPrecision(2)}`, value: share, unit: 'of its part' };
  return { ...withGoal(row, '≤', 1), met: share - 4.5 * error <= 1 };
}
