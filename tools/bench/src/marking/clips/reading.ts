import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  clipThumbs,
  detect,
  indexTrailer,
  loadOpenCv,
  matchInTime,
  readIndex,
  type SegmentEvidence,
  storedIndex,
  type TrailerIndex,
} from '@secure-preview/marking';
import { cpuSeconds } from '../../cpu-time.js';
import { cachePath } from '../cache.js';
import { type MarkedFilm, SEGMENT_SECONDS } from '../films/marked-film.js';
import { FILM } from '../films/parts.js';
import { frames } from '../video/ffmpeg.js';

const shape = { fps: FILM.fps, aspect: FILM.width / FILM.height };

/** A segment that was read, and the second of the clip at which its middle lies. */
export interface TimedEvidence extends SegmentEvidence {
  readonly clipTime: number;
}

/** What was read from a clip. */
export interface Reading {
  readonly clip: string;
  readonly film: string;
  readonly evidence: readonly TimedEvidence[];
  /** Why nothing was read. */
  readonly reason?: string;
  readonly runs: number;
  readonly mirrored: boolean;
  /** CPU time of the detector with ffmpeg. */
  readonly cpu: number;
  readonly at: string;
}

const readings = cachePath('readings.jsonl');

/** Returns the latest stored reading of a clip of a film. */
async function storedReading(clip: string, film: string): Promise<Reading | undefined> {
  const text = await readFile(readings, 'utf8').catch(() => '');
  const all = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reading);
  return all.findLast((reading) => reading.clip === clip && reading.film === film);
}

/** Returns the index of a film, made once. */
export async function indexOf(film: MarkedFilm): Promise<TrailerIndex> {
  const path = cachePath('indexes', `${film.name}.bin`);
  const stored = await readFile(path).catch(() => undefined);
  if (stored !== undefined) return readIndex(stored);
  const index = await indexTrailer(await loadOpenCv(), frames, { file: film.first, ...shape });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, storedIndex(index));
  return index;
}

/**
 * Reads the marks of a clip, or returns what was read before. Nothing of it depends on a codeword.
 *
 * @param name of the clip
 * @param make makes the clip, and returns its file
 */
export async function readClip(
  name: string,
  film: MarkedFilm,
  aspect: number,
  make: () => Promise<string>,
): Promise<Reading> {
  const stored = await storedReading(name, film.name);
  if (stored !== undefined) return stored;
  const file = await make();
  const index = await indexOf(film);
  const before = cpuSeconds([process.pid]);
  const match = matchInTime(await clipThumbs(frames, file, index.fps), index);
  const trailer = { first: film.first, second: film.second, ...shape };
  const cv = await loadOpenCv();
  const detection = await detect(cv, frames, { clip: { file, aspect }, trailer }, match, film.starts);
  const about = { clip: name, film: film.name, at: new Date().toISOString() };
  const cpu = cpuSeconds([process.pid]) - before;
  const reading: Reading = detection.found
    ? {
        ...about,
        cpu,
        evidence: detection.evidence.flatMap((one) => timed(one, film, detection.runs)),
        runs: detection.runs.length,
        mirrored: detection.mirrored,
      }
    : { ...about, cpu, evidence: [], reason: detection.reason, runs: 0, mirrored: false };
  await appendFile(readings, `${JSON.stringify(reading)}\n`);
  return reading;
}

/** Adds the time in the clip: the segment lies in the run that shows its middle. */
function timed(
  one: SegmentEvidence,
  { starts }: MarkedFilm,
  runs: readonly {
    readonly offset: number;
    readonly rate: number;
    readonly from: number;
    readonly to: number;
  }[],
): TimedEvidence[] {
  const middle = (starts[one.segment] ?? 0) + SEGMENT_SECONDS / 2;
  const times = runs.map(({ offset, rate, from, to }) => ({ time: (middle - offset) / rate, from, to }));
  const apart = ({ time, from, to }: (typeof times)[number]) => Math.max(from - time, time - to, 0);
  const [nearest] = times.sort((a, b) => apart(a) - apart(b));
  return nearest === undefined ? [] : [{ ...one, clipTime: nearest.time }];
}
