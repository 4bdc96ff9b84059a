import { median, type Row, withGoal } from '../../report.js';
import { chosenFilms } from '../films/films.js';
import { markFilm } from '../films/marked-film.js';
import type { Attack } from './attacks.js';
import { readAttacked } from './clips.js';
import { judge, newTally } from './windows.js';

/** Measures how often a copy is named after an attack, on the judged films. */
export async function attackRows(attack: Attack): Promise<Row[]> {
  const total = newTally();
  const rows: Row[] = [];
  const cpu: number[] = [];
  for (const film of chosenFilms) {
    const marked = await markFilm(film);
    const reading = await readAttacked(marked, attack);
    cpu.push(reading.cpu);
    const before = { named: total.named, clips: total.clips };
    judge(marked, reading, attack, total);
    const { clips, named } = total;
    rows.push({
      name: `… ${attack.name}, ${film.name}${reading.reason ? ` (${reading.reason})` : ''}`,
      value: named - before.named,
      unit: `of ${clips - before.clips} clips`,
    });
    console.log(`${new Date().toISOString()} ${JSON.stringify(rows.at(-1))}`);
  }
  const { clips, apart, named, wrong, inconclusive, levels, rightShare } = total;
  const name = `${attack.name}, ${attack.clipSeconds} s, ${attack.people} people`;
  return [
    withGoal({ name: `${name}: named`, value: named / clips, unit: `of ${clips} clips` }, '≥', attack.goal),
    withGoal({ name: `${name}: somebody else named`, value: wrong, unit: 'clips' }, '≤', 0),
    { name: '… clips that do not overlap', value: apart, unit: 'clips' },
    { name: '… too few readable segments', value: inconclusive, unit: 'clips' },
    { name: '… log10 of N·p, median', value: median([0, ...levels]), unit: '' },
    { name: '… segments read rightly', value: median([0, ...rightShare]), unit: 'of the readable' },
    { name: '… CPU of reading a film', value: median(cpu), unit: 's' },
    ...rows,
  ];
}
