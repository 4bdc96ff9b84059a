import { card, drawn, GRAIN, type Part, pan, shot, titled } from './parts.js';

/** A film that is made from footage. Films for tuning share no picture with the others. */
export interface Film {
  readonly name: string;
  readonly parts: readonly Part[];
}

const repeat = (count: number, part: (at: number) => Part): Part[] =>
  Array.from({ length: count }, (_, at) => part(at));
const grain = { after: GRAIN };
const night = { after: `eq=gamma=0.5:brightness=-0.03,${GRAIN}` };
const TITLES = ['THIS SUMMER', 'ONE RABBIT', 'NO MERCY', 'FROM THE MAKERS', 'OF NOTHING ELSE', 'SOON'];
const LENGTHS = [0.5, 1, 0.75, 1.5, 0.5, 2] as const;
const VIEWS = ['', 'crop=512:288:20:120', 'crop=384:216:330:60', 'hflip'] as const;

/** For judging, 90 s each. */
const allFilms: readonly Film[] = [
  {
    name: 'street',
    parts: repeat(12, (at) => shot('street', 6 * at, 7.5, { before: VIEWS[at % 4] ?? '', after: GRAIN })),
  },
  { name: 'bunny', parts: [shot('bunny', 26, 90)] },
  {
    name: 'fast-trailer',
    parts: TITLES.flatMap((title, act) => [
      card(title, 1.5),
      ...repeat(13, (at) => shot('bunny', 160 + 50 * act + 3.7 * at, LENGTHS[(at + act) % 6] ?? 1)),
    ]),
  },
  {
    name: 'hand-held',
    parts: [
      shot('tree', 0, 14, grain),
      shot('cyclists', 0, 10, grain),
      pan('photo1', 6, [40, 25]),
      shot('desk', 0, 8),
      shot('dog', 0, 6, { before: 'setpts=4.2*PTS' }),
      pan('photo2', 5, [-50, 20], GRAIN),
      shot('tree', 14, 14, grain),
      shot('driver', 0, 8, { before: 'setpts=2.1*PTS', after: GRAIN }),
      pan('photo3', 6, [30, -30]),
      shot('cyclists', 2, 7, { before: 'hflip,crop=480:270', after: GRAIN }),
      pan('photo4', 6, [45, 10], GRAIN),
    ],
  },
  {
    name: 'night',
    parts: [
      shot('street', 3, 12, night),
      shot('bunny', 470, 9, { after: 'eq=gamma=0.6' }),
      drawn('color', 1),
      shot('tree', 5, 10, night),
      shot('bunny', 385, 12, { after: 'eq=gamma=0.55:saturation=0.6,fade=in:0:24' }),
      shot('cyclists', 0, 8, night),
      pan('photo5', 6, [40, 20], `eq=gamma=0.6,${GRAIN}`),
      shot('street', 60, 14, { before: 'crop=512:288:200:200', ...night }),
      shot('bunny', 300, 18, { after: 'eq=gamma=0.5' }),
    ],
  },
  {
    name: 'drawn',
    parts: [
      card('A FILM OF PICTURES', 3),
      pan('painting', 9, [25, 20]),
      drawn('mandelbrot', 10),
      titled('CHAPTER ONE', pan('baboon', 6, [20, 20], 'eq=brightness=-0.25')),
      shot('bunny', 500, 20),
      pan('graffiti', 8, [30, 20]),
      drawn('testsrc2', 4, 'eq=contrast=0.7'),
      titled('CHAPTER TWO', pan('painting', 6, [-30, 20], 'eq=brightness=-0.2')),
      shot('bunny', 540, 16),
      card('THE END', 3),
      pan('baboon', 5, [15, 40]),
    ],
  },
];

/** The film for finding defects of the detector, 50 s. */
const tuningFilm: Film = {
  name: 'tuning',
  parts: [
    shot('cartoon', 0, 10),
    pan('flowers', 5, [30, 20], GRAIN),
    shot('bunny', 118, 14),
    card('TUNING', 2),
    pan('cars', 9, [25, 15], GRAIN),
    shot('bunny', 134, 5, { after: 'eq=gamma=0.55' }),
    pan('whale', 5, [20, 20]),
  ],
};

const { BENCH_FILMS } = process.env;

/** The films on which goals are judged: the first few, or the one for tuning, which no goal is for. */
export const chosenFilms: readonly Film[] =
  BENCH_FILMS === 'tuning' ? [tuningFilm] : allFilms.slice(0, Number(BENCH_FILMS ?? allFilms.length));

export const secondsOf = ({ parts }: Film): number => parts.reduce((sum, { seconds }) => sum + seconds, 0);
