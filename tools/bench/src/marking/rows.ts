import { appendFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import type { Row } from '../report.js';
import { boundRows } from './bound/bound-rows.js';
import { cachePath } from './cache.js';
import { attackRows } from './clips/attack-rows.js';
import { attacks } from './clips/attacks.js';
import { innocentClipRows } from './clips/innocent-clips.js';
import { mixedClipRows } from './clips/mixed-clips.js';
import { costRows, playableRows } from './costs/cost-rows.js';
import { qualityRows } from './costs/quality-rows.js';
import { libraryRows } from './library/library-rows.js';

type Part = readonly [name: string, rows: () => Promise<Row[]> | Row[]];

/** Parts of the benchmark, in their order. */
const parts: readonly Part[] = [
  ['bound', boundRows],
  ...attacks.map((attack): Part => [attack.name, () => attackRows(attack)]),
  ['innocent clips', innocentClipRows],
  ['two people', mixedClipRows],
  ['identify', libraryRows],
  ['quality', qualityRows],
  ['costs', costRows],
  ['time to playable', playableRows],
];

/** Returns the parts whose names contain one of the words, or all. */
function chosen(words: string | undefined): readonly Part[] {
  if (!words) return parts;
  const wanted = words.split(';').map((word) => word.trim());
  const found = parts.filter(([name]) => wanted.some((word) => name.includes(word)));
  if (found.length > 0) return found;
  throw new Error(`no row is named ${words}. Available: ${parts.map(([name]) => name).join('; ')}`);
}

/** Runs the chosen parts, and stores the rows of each as soon as it is done. */
export async function chosenRows(words: string | undefined): Promise<Row[]> {
  const all: Row[] = [];
  for (const [name, rowsOf] of chosen(words)) {
    console.log(`${new Date().toISOString()} ${name}`);
    const rows = await rowsOf();
    const result = { name, at: new Date().toISOString(), load: loadavg()[0], rows };
    await appendFile(cachePath('results.jsonl'), `${JSON.stringify(result)}\n`);
    all.push(...rows);
  }
  return all;
}
