import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { variantOf } from '@secure-preview/marking';
import { SeededRandom } from '@secure-preview/marking/simulation';
import { cachedFolder } from '../cache.js';
import { runFfmpeg } from '../video/ffmpeg.js';
import { joinFiles } from '../video/join-files.js';
import { type Film, secondsOf } from './films.js';
import { fetchFootage } from './footage.js';
import { encodeAsProduct, type Rendition } from './media-code.js';
import { FILM } from './parts.js';

export const SEGMENT_SECONDS = 0.5;

/** Heights of the made rungs. The larger is what the detector reads, as in the product. */
const TOP_HEIGHT = 480;

/** A film in both variants, and what was delivered to one person. */
export interface MarkedFilm {
  readonly name: string;
  readonly seconds: number;
  /** The film before it was encoded. */
  readonly master: string;
  /** Both variants of the largest rung. */
  readonly first: string;
  readonly second: string;
  /** The segments that the codeword of a person selects. */
  readonly copy: string;
  readonly codeword: Uint8Array;
  /** Seconds at which the segments begin. */
  readonly starts: readonly number[];
}

/** Returns bytes that follow from names, so that runs can be repeated. */
export const seeded = (...names: string[]): Buffer => createHash('sha256').update(names.join('\n')).digest();

/** Returns random numbers that follow from names. */
export const randomOf = (...names: string[]): SeededRandom =>
  new SeededRandom(seeded(...names).readUInt32LE(0));

/** Makes a film, part by part. Returns its file. */
export async function makeMaster({ name, parts }: Film): Promise<string> {
  const folder = await cachedFolder(`film-${name}`, async (draft) => {
    const footage = await fetchFootage();
    const list: string[] = [];
    for (const [at, part] of parts.entries()) {
      const file = join(draft, `${at}.mp4`);
      await runFfmpeg([
        ...part.input(footage),
        ...['-t', `${part.seconds}`, '-vf', part.filters(footage), '-an', '-r', `${FILM.fps}`],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-g', '24', '-pix_fmt', 'yuv420p', file],
      ]);
      list.push(`file ${at}.mp4`);
    }
    const concat = join(draft, 'parts.txt');
    await writeFile(concat, list.join('\n'));
    await runFfmpeg(['-f', 'concat', '-i', concat, '-c', 'copy', join(draft, 'film.mp4')]);
  });
  return join(folder, 'film.mp4');
}

/** Joins the initialisation segment and the chosen variants of a rendition to one file. */
async function joinSegments(rendition: Rendition, variant: (segment: number) => 0 | 1, file: string) {
  const { output, twins = [] } = rendition;
  const paths = output.files.map(({ path }, at) =>
    at > 0 && variant(at - 1) === 1 ? (twins[at]?.path ?? path) : path,
  );
  await joinFiles(paths, file);
}

/** Marks a film with the product's code. @param portal another portal has another key and other codewords */
export async function markFilm(film: Film, portal = 'a'): Promise<MarkedFilm> {
  const master = await makeMaster(film);
  const seconds = secondsOf(film);
  const bytes = Math.ceil(seconds / SEGMENT_SECONDS / 8) + 1;
  const codeword = randomOf('codeword', film.name, portal).fill(new Uint8Array(bytes));
  const folder = await cachedFolder(`marked-${film.name}-${portal}`, async (draft) => {
    const work = join(draft, 'work');
    await mkdir(work);
    const marking = { key: seeded('key', film.name, portal), segmentSeconds: SEGMENT_SECONDS };
    const [rendition] = await encodeAsProduct(master, work, { marking, heights: [TOP_HEIGHT] });
    if (rendition === undefined) throw new Error(`${film.name} has no rung of ${TOP_HEIGHT}`);
    await joinSegments(rendition, () => 0, join(draft, 'first.mp4'));
    await joinSegments(rendition, () => 1, join(draft, 'second.mp4'));
    await joinSegments(rendition, (segment) => variantOf(codeword, segment), join(draft, 'copy.mp4'));
    const durations = rendition.output.files.flatMap(({ durationSeconds }) => durationSeconds ?? []);
    await writeFile(join(draft, 'durations.json'), JSON.stringify(durations));
    await rm(work, { recursive: true });
  });
  const durations = JSON.parse(await readFile(join(folder, 'durations.json'), 'utf8')) as number[];
  let at = 0;
  const starts = durations.map((duration) => {
    const start = at;
    at += duration;
    return start;
  });
  const file = (name: string) => join(folder, `${name}.mp4`);
  return {
    name: film.name,
    seconds,
    master,
    first: file('first'),
    second: file('second'),
    copy: file('copy'),
    codeword,
    starts,
  };
}
