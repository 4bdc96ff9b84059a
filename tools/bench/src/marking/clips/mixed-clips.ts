import { identifyCopies } from '@secure-preview/marking';
import { type Row, withGoal } from '../../report.js';
import { chosenFilms } from '../films/films.js';
import { type MarkedFilm, markFilm, randomOf } from '../films/marked-film.js';
import { wholeLeak } from './attacks.js';
import { readAttacked } from './clips.js';
import type { TimedEvidence } from './reading.js';

const PEOPLE = 1000;
const SWITCH_SECONDS = 5;
const TRIALS_A_FILM = 20;

const bitOf = (codeword: Uint8Array, segment: number): number =>
  ((codeword[segment >> 3] ?? 0) >> (segment & 7)) & 1;

/**
 * Returns what the same clip would have shown of another row of variants. The video of two people's segments is that of
 * one person whose codeword is the mix of theirs, so only the sign of what was read changes.
 */
function asIf(film: MarkedFilm, evidence: readonly TimedEvidence[], bit: (one: TimedEvidence) => number) {
  return evidence.map((one) => ({
    segment: one.segment,
    z: bit(one) === bitOf(film.codeword, one.segment) ? one.z : -one.z,
  }));
}

/** Names two people who switch between their copies, with what was read from whole films. */
export async function mixedClipRows(): Promise<Row[]> {
  let [both, trials, others] = [0, 0, 0];
  const rows: Row[] = [];
  for (const recipe of chosenFilms) {
    const film = await markFilm(recipe);
    const { evidence } = await readAttacked(film, wholeLeak);
    const random = randomOf('mix', film.name);
    const draw = () => random.fill(new Uint8Array(film.codeword.length));
    const innocents = Array.from({ length: PEOPLE - 2 }, (_, at) => ({ markId: `${at}`, codeword: draw() }));
    const before = both;
    for (let trial = 0; trial < TRIALS_A_FILM; trial += 1) {
      const [a, b] = [draw(), draw()];
      const mixed = asIf(film, evidence, ({ segment, clipTime }) =>
        bitOf(Math.floor(clipTime / SWITCH_SECONDS) % 2 === 0 ? a : b, segment),
      );
      const copies = [...innocents, { markId: 'a', codeword: a }, { markId: 'b', codeword: b }];
      const { names } = identifyCopies([{ versionId: '', evidence: mixed, copies, seconds: 90 }]);
      const named = new Set(names.map(({ markId }) => markId));
      trials += 1;
      both += Number(named.has('a') && named.has('b'));
      others += Number([...named].some((name) => name !== 'a' && name !== 'b'));
    }
    rows.push({ name: `… ${film.name}`, value: both - before, unit: `of ${TRIALS_A_FILM} mixes` });
  }
  const name = `two of ${PEOPLE} people, switching every ${SWITCH_SECONDS} s, ${wholeLeak.takenSeconds} s`;
  return [
    withGoal({ name: `${name}: both named`, value: both / trials, unit: `of ${trials} mixes` }, '≥', 0.9),
    withGoal({ name: `${name}: somebody else named`, value: others, unit: 'mixes' }, '≤', 0),
    ...rows,
  ];
}
