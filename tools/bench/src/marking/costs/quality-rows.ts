import { median, type Row, withGoal } from '../../report.js';
import { unmarkedCopy } from '../clips/innocent-clips.js';
import { chosenFilms } from '../films/films.js';
import { markFilm } from '../films/marked-film.js';
import { changesAtJoins } from './joins.js';
import { meanSsim } from './ssim.js';

/** Compares marked films with plain encodings that have the same key frames. */
export async function qualityRows(): Promise<Row[]> {
  const rows: Row[] = [];
  const worst: number[] = [];
  const joins: [marked: number[], plain: number[]] = [[], []];
  for (const recipe of chosenFilms) {
    const film = await markFilm(recipe);
    const plain = await unmarkedCopy(recipe);
    const of = [await meanSsim(film.first, plain), await meanSsim(film.second, plain)];
    worst.push(Math.min(...of));
    const [marked = [], unmarked = []] = await changesAtJoins(film.master, [film.copy, plain]);
    joins[0].push(...marked);
    joins[1].push(...unmarked);
    rows.push(
      { name: `… SSIM Y of the worse variant, ${film.name}`, value: Math.min(...of), unit: '' },
      {
        name: `… change at joins, ${film.name}`,
        value: median(marked.length > 0 ? marked : [0]),
        unit: `grey levels, ${marked.length} joins`,
        baseline: median(unmarked.length > 0 ? unmarked : [0]),
      },
    );
    console.log(`${new Date().toISOString()} ${JSON.stringify(rows.slice(-2))}`);
  }
  const mean = worst.reduce((sum, value) => sum + value, 0) / worst.length;
  return [
    withGoal({ name: 'SSIM Y of the worse variant at 480p, mean', value: mean, unit: '' }, '≥', 0.985),
    withGoal(
      {
        name: 'change at joins, median of still pictures',
        value: median(joins[0]),
        unit: 'grey levels',
        baseline: median(joins[1]),
      },
      '≤',
      1.25,
    ),
    ...rows,
  ];
}
