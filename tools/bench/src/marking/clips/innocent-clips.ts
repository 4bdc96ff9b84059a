import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyCopies, type SegmentEvidence, segmentWeights } from '@secure-preview/marking';
import { type Row, withGoal } from '../../report.js';
import { cachedFolder } from '../cache.js';
import { chosenFilms, type Film } from '../films/films.js';
import { type MarkedFilm, makeMaster, markFilm, randomOf, SEGMENT_SECONDS } from '../films/marked-film.js';
import { encodeAsProduct } from '../films/media-code.js';
import { FILM } from '../films/parts.js';
import { joinFiles } from '../video/join-files.js';
import { type Attack, plainLeak } from './attacks.js';
import { attackedClip, makeClip, readAttacked } from './clips.js';
import { type Reading, readClip } from './reading.js';
import { within } from './windows.js';

const TRIALS = Number(process.env['BENCH_TRIALS'] ?? 10_000);
const PEOPLE = 1000;
/** Trials with the same people. Drawing them takes longer than scoring them. */
const TRIALS_A_DRAW = 50;
const aspect = FILM.width / FILM.height;
const short: Attack = { ...plainLeak, takenSeconds: 45, leftSeconds: 45 };
const FROM = 20.3;

/** Encodes a film without marks, with the key frames of a marked one. */
export async function unmarkedCopy(film: Film): Promise<string> {
  const master = await makeMaster(film);
  const folder = await cachedFolder(`unmarked-${film.name}`, async (draft) => {
    const work = join(draft, 'work');
    await mkdir(work);
    const options = { marking: null, segmentSeconds: SEGMENT_SECONDS, heights: [480] };
    const [rendition] = await encodeAsProduct(master, work, options);
    const paths = (rendition?.output.files ?? []).map(({ path }) => path);
    await joinFiles(paths, join(draft, 'copy.mp4'));
  });
  return join(folder, 'copy.mp4');
}

/** Clips that show nobody's copy, and how one of a film is read. */
const kinds: Readonly<Record<string, (film: MarkedFilm, at: number) => Promise<Reading>>> = {
  'a copy of somebody else': (film) => readAttacked(film, plainLeak),
  'an unmarked copy': (film, at) =>
    readClip('unmarked', film, aspect, async () =>
      makeClip(`${film.name} unmarked`, await unmarkedCopy(chosenFilms[at] as Film), short, FROM),
    ),
  'another film': async (film, at) => {
    const other = await markFilm(chosenFilms[(at + 1) % chosenFilms.length] as Film);
    return readClip(`other film ${other.name}`, film, aspect, () => attackedClip(other, plainLeak));
  },
  'a copy of another portal': (film, at) =>
    readClip('other portal', film, aspect, async () => {
      const { copy } = await markFilm(chosenFilms[at] as Film, 'b');
      return makeClip(`${film.name} other portal`, copy, short, FROM);
    }),
};

/** Names of the kinds of clips that show nobody's copy. */
export const innocentKinds = Object.keys(kinds);

/** Counts trials in which one of 1,000 people is named, none of whose copies the clip was made from. */
function innocentRow(kind: string, read: readonly [MarkedFilm, Reading][]): Row[] {
  const random = randomOf('innocents', kind);
  const clips = read.flatMap(([film, { evidence }]) => [
    { film, evidence: within(evidence, 0, 30) },
    { film, evidence: within(evidence, 0, 45) },
    { film, evidence: evidence as readonly SegmentEvidence[] },
  ]);
  const readable = clips.filter(({ evidence }) => segmentWeights(evidence).length > 0);
  // What shows nothing of the film names nobody.
  const trials = readable.length === 0 ? 0 : TRIALS;
  const longest = Math.max(0, ...readable.map(({ film }) => film.codeword.length));
  let named = 0;
  let copies: { markId: string; codeword: Uint8Array }[] = [];
  for (let trial = 0; trial < trials; trial += 1) {
    if (trial % TRIALS_A_DRAW === 0)
      copies = Array.from({ length: PEOPLE }, (_, index) => ({
        markId: `${index}`,
        codeword: random.fill(new Uint8Array(longest)),
      }));
    const { evidence } = readable[trial % readable.length] as (typeof readable)[number];
    const { names } = identifyCopies([{ versionId: '', evidence, copies, seconds: 0 }]);
    named += Number(names.length > 0);
  }
  const found = read.filter(([, { reason }]) => reason === undefined).length;
  return [
    withGoal({ name: `${kind}: somebody named`, value: named, unit: `of ${trials} trials` }, '≤', 0),
    { name: '… clips in which the film was recognised', value: found, unit: `of ${read.length}` },
  ];
}

/** Tries to name innocent people with what was read from real clips of a kind. */
export async function innocentClipRows(kind: string): Promise<Row[]> {
  const read: [MarkedFilm, Reading][] = [];
  for (const [at, recipe] of chosenFilms.entries()) {
    const film = await markFilm(recipe);
    read.push([film, (await kinds[kind]?.(film, at)) as Reading]);
    console.log(`${new Date().toISOString()} ${kind}, ${film.name}`);
  }
  return innocentRow(kind, read);
}
