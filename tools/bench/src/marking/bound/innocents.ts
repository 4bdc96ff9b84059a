import { identifyCopies, type SegmentEvidence } from '@secure-preview/marking';
import {
  markedEvidence,
  SeededRandom,
  switching,
  unmarkedEvidence,
} from '@secure-preview/marking/simulation';
import { type Row, withGoal } from '../../report.js';

const TRIALS = Number(process.env['BENCH_TRIALS'] ?? 10_000);
const PEOPLE = 1000;
/** Clips of 90 s take ten times as long, and get a fifth of the trials. */
const LONG_TRIALS = Math.ceil(TRIALS / 5);
/** Trials with the same people. Drawing them takes longer than scoring them. */
const TRIALS_A_DRAW = 50;
const BYTES = 23;

type Kind = readonly [string, (random: SeededRandom, stranger: () => Uint8Array) => SegmentEvidence[]];

const KINDS: Kind[] = [
  ['an unmarked copy, 30 s', (random) => unmarkedEvidence(random, 60)],
  ['another film, 30 s', (random) => unmarkedEvidence(random, 60, 0.2)],
  ['an unmarked copy, 90 s', (random) => unmarkedEvidence(random, 180)],
  [
    'a copy of somebody else, 90 s',
    (random, stranger) => {
      const codeword = stranger();
      return markedEvidence(random, 180, () => codeword);
    },
  ],
  [
    'a mix of two others, 90 s',
    (random, stranger) => markedEvidence(random, 180, switching(stranger(), stranger())),
  ],
];

/** Counts trials in which one of 1,000 innocent people is named. */
export function innocentRows(): Row[] {
  const random = new SeededRandom(4);
  const draw = () => random.fill(new Uint8Array(BYTES));
  return KINDS.map(([name, evidenceOf]) => {
    const trials = name.endsWith('90 s') ? LONG_TRIALS : TRIALS;
    let named = 0;
    let copies: { markId: string; codeword: Uint8Array }[] = [];
    for (let trial = 0; trial < trials; trial += 1) {
      if (trial % TRIALS_A_DRAW === 0)
        copies = Array.from({ length: PEOPLE }, (_, index) => ({ markId: `${index}`, codeword: draw() }));
      const evidence = evidenceOf(random, draw);
      const { names } = identifyCopies([{ versionId: '', evidence, copies, seconds: 0 }]);
      named += Number(names.length > 0);
    }
    return withGoal({ name: `${name}: somebody named`, value: named, unit: `of ${trials}` }, '≤', 0);
  });
}
