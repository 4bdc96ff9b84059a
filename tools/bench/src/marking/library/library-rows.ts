import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { identifyCopies, type SegmentEvidence } from '@secure-preview/marking';
import { cpuSeconds, residentMegabytesOfTree } from '../../cpu-time.js';
import { type Row, withGoal } from '../../report.js';
import { cachePath } from '../cache.js';
import { plainLeak } from '../clips/attacks.js';
import { makeClip } from '../clips/clips.js';
import { indexOf } from '../clips/reading.js';
import { peopleOf } from '../clips/windows.js';
import { chosenFilms } from '../films/films.js';
import { type MarkedFilm, markFilm } from '../films/marked-film.js';
import type { IdentifyTask } from './identify.js';

const FILMS = 5;
const PEOPLE = 10_000;
const FROM = 31.7;
const SAMPLE_MS = 100;
const cut = { ...plainLeak, takenSeconds: 30, leftSeconds: 30 };

/** Identifies a clip in a process of its own. Returns what it printed, and what it took. */
async function identifyAlone(task: IdentifyTask) {
  const file = cachePath('identify.json');
  await writeFile(file, JSON.stringify(task));
  const cpu = cpuSeconds([process.pid]);
  const started = performance.now();
  let megabytes = 0;
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'identify.js'), file]);
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytesOfTree(running.child.pid ?? 0));
  }, SAMPLE_MS);
  try {
    const { stdout } = await running;
    const seconds = (performance.now() - started) / 1000;
    const result = JSON.parse(stdout) as { name: string; evidence: SegmentEvidence[] };
    return { ...result, seconds, cpu: cpuSeconds([process.pid]) - cpu, megabytes };
  } finally {
    clearInterval(timer);
  }
}

/** Finds the trailer and the person of clips of 30 s among five trailers. */
export async function libraryRows(): Promise<Row[]> {
  const films: MarkedFilm[] = [];
  for (const film of chosenFilms.slice(0, FILMS)) films.push(await markFilm(film));
  for (const film of films) await indexOf(film);
  const entries = films.map(({ name, first, second, starts }) => ({
    name,
    first,
    second,
    starts,
    index: cachePath('indexes', `${name}.bin`),
  }));
  let [found, named, seconds, cpu, megabytes] = [0, 0, 0, 0, 0];
  for (const film of films) {
    const clip = await makeClip(`${film.name} 30 s`, film.copy, cut, FROM);
    const result = await identifyAlone({ clip, films: entries });
    const copies = peopleOf(film, PEOPLE, 'library');
    const { names } = identifyCopies([{ versionId: '', evidence: result.evidence, copies, seconds: 30 }]);
    found += Number(result.name === film.name);
    named += Number(names.length === 1 && names[0]?.markId === film.name);
    seconds = Math.max(seconds, result.seconds);
    cpu = Math.max(cpu, result.cpu);
    megabytes = Math.max(megabytes, result.megabytes);
    console.log(`${film.name}: ${JSON.stringify({ ...result, evidence: result.evidence.length, names })}`);
  }
  const what = `a clip of 30 s among ${FILMS} trailers`;
  return [
    withGoal({ name: `${what}: longest time`, value: seconds, unit: 's' }, '≤', 30),
    withGoal({ name: `${what}: memory with ffmpeg`, value: megabytes, unit: 'MB' }, '≤', 500),
    { name: `${what}: most CPU`, value: cpu, unit: 's' },
    { name: `${what}: right trailer`, value: found, unit: `of ${FILMS}` },
    { name: `${what}: named among ${PEOPLE} people`, value: named, unit: `of ${FILMS}` },
  ];
}
