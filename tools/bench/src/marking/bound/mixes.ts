import { identifyCopies } from '@secure-preview/marking';
import {
  CLEAR,
  FAINT,
  markedEvidence,
  type Readability,
  SeededRandom,
  switching,
} from '@secure-preview/marking/simulation';
import { type Row, withGoal } from '../../report.js';

const FILMS = 200;

/** Names two people who switch between their copies every 5 s. */
export function mixRows(): Row[] {
  const random = new SeededRandom(5);
  const rows: Row[] = [];
  let others = 0;
  const add = (name: string, people: number, segments: number, readability: Readability) => {
    const mixed = nameMixes(random, people, segments, readability);
    others += mixed.others;
    const row = { name: `two of ${people} people, ${segments / 2} s, ${name}`, unit: 'both named' };
    rows.push({ ...row, value: mixed.both / FILMS });
  };
  for (const seconds of [60, 75, 90, 120]) add('480p', 1000, 2 * seconds, CLEAR);
  for (const seconds of [90, 180]) add('240p', 1000, 2 * seconds, FAINT);
  add('480p', 10_000, 180, CLEAR);
  return [
    ...rows.map((row) => (row.name === 'two of 1000 people, 90 s, 480p' ? withGoal(row, '≥', 0.9) : row)),
    withGoal({ name: 'mixes of two that name somebody else', value: others, unit: 'films' }, '≤', 0),
  ];
}

function nameMixes(random: SeededRandom, people: number, segments: number, readability: Readability) {
  let [both, others] = [0, 0];
  const bytes = Math.ceil(segments / 8);
  const draw = () => random.fill(new Uint8Array(bytes));
  const innocents = Array.from({ length: people - 2 }, (_, index) => ({
    markId: `${index}`,
    codeword: draw(),
  }));
  for (let film = 0; film < FILMS; film += 1) {
    const [a, b] = [draw(), draw()];
    const copies = [...innocents, { markId: 'a', codeword: a }, { markId: 'b', codeword: b }];
    const evidence = markedEvidence(random, segments, switching(a, b), readability);
    const names = identifyCopies([{ versionId: '', evidence, copies, seconds: 0 }]).names.map(
      ({ markId }) => markId,
    );
    both += Number(names.includes('a') && names.includes('b'));
    others += Number(names.some((name) => name !== 'a' && name !== 'b'));
  }
  return { both, others };
}
