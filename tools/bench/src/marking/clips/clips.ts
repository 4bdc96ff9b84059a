import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cachePath } from '../cache.js';
import { type MarkedFilm, randomOf } from '../films/marked-film.js';
import { FILM } from '../films/parts.js';
import { runFfmpeg } from '../video/ffmpeg.js';
import type { Attack } from './attacks.js';
import { type Reading, readClip } from './reading.js';

const fileName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Returns the file of a clip that was made from a copy, made once. */
export async function makeClip(
  name: string,
  copy: string,
  { filters, crf, takenSeconds }: Attack,
  from: number,
): Promise<string> {
  const file = cachePath('clips', `${fileName(name)}.mp4`);
  if (existsSync(file)) return file;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.draft.mp4`;
  await runFfmpeg([
    ...['-ss', from.toFixed(3), '-t', `${takenSeconds}`, '-i', copy, '-filter_complex', `[0:v]${filters}[v]`],
    ...['-map', '[v]', '-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${crf}`],
    ...['-pix_fmt', 'yuv420p', draft],
  ]);
  await rename(draft, file);
  return file;
}

/** Attacks the copy of a person, from a second that is the start of no segment. Returns the clip. */
export function attackedClip(film: MarkedFilm, attack: Attack): Promise<string> {
  const latest = film.seconds - attack.takenSeconds - 0.5;
  const from = 0.4 + Math.max(0, latest - 0.4) * randomOf('from', film.name, attack.name).uniform();
  return makeClip(`${film.name} ${attack.name}`, film.copy, attack, from);
}

/** Attacks the copy of a person, and reads the clip. */
export function readAttacked(film: MarkedFilm, attack: Attack): Promise<Reading> {
  const aspect = attack.aspect ?? FILM.width / FILM.height;
  return readClip(attack.name, film, aspect, () => attackedClip(film, attack));
}
