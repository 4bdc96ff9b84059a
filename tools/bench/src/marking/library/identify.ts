import { readFile } from 'node:fs/promises';
import { clipThumbs, detect, loadOpenCv, matchInTime, readIndex } from '@secure-preview/marking';
import type { MarkedFilm } from '../films/marked-film.js';
import { FILM } from '../films/parts.js';
import { frames } from '../video/ffmpeg.js';

/** What this process is to look for, in a file that its only argument names. */
export interface IdentifyTask {
  readonly clip: string;
  readonly films: readonly (Pick<MarkedFilm, 'name' | 'first' | 'second' | 'starts'> & {
    readonly index: string;
  })[];
}

const shape = { fps: FILM.fps, aspect: FILM.width / FILM.height };

/** Finds the film of a clip among several, and reads its marks. Prints the name, and the evidence. */
async function identify({ clip, films }: IdentifyTask): Promise<void> {
  const thumbs = await clipThumbs(frames, clip, FILM.fps);
  const matches = [];
  for (const film of films)
    matches.push({ film, match: matchInTime(thumbs, readIndex(await readFile(film.index))) });
  const [best] = matches.sort((a, b) => b.match.score - a.match.score);
  if (best === undefined) throw new Error('no film was given');
  const { first, second, starts, name } = best.film;
  const videos = { clip: { file: clip, aspect: shape.aspect }, trailer: { first, second, ...shape } };
  const detection = await detect(await loadOpenCv(), frames, videos, best.match, starts);
  console.log(JSON.stringify({ name, evidence: detection.found ? detection.evidence : [] }));
}

await identify(JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as IdentifyTask);
