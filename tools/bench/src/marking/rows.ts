import { appendFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import type { Row } from '../report.js';
import { boundRows } from './bound/bound-rows.js';
import { cachePath } from './cache.js';
import { attackRows } from './clips/attack-rows.js';
import { attacks } from './clips/attacks.js';
import { innocentClipRows, innocentKinds } from './clips/innocent-clips.js';
import { mixedClipRows } from './clips/mixed-clips.js';
import { costRows, playableRows } from './costs/cost-rows.js';
import { qualityRows } from './costs/quality-rows.js';
import { deliveryRows } from './delivery/delivery-rows.js';
import { narrowRows } from './delivery/narrow-rows.js';
import { libraryRows } from './library/library-rows.js';

type Part = readonly [name: string, rows: () => Promise<Row[]> | Row[]];

/** Parts of the benchmark, in their order. */
const parts: readonly Part[] = [
  ['bound', boundRows],
  ...attacks.map((attack): Part => [attack.name, () => attackRows(attack)]),
  ...innocentKinds.map((kind): Part => [kind, () => innocentClipRows(kind)]),
  ['two people', mixedClipRows],
  ['identify', libraryRows],
  ['quality', qualityRows],
  ['costs', costRows],
  ['time to playable', playableRows],
  ['delivery', deliveryRows],
  ['narrow lines', narrowRows],
];

/** Returns the parts that a list names, or whose names contain a word of it; all without a list. */
function chosen(list: string | undefined): readonly Part[] {
  if (!list) return parts;
  const words = list.split(';').map((word) => word.trim());
  const isNamed = (word: string) => parts.some(([name]) => name === word);
  const found = parts.filter(([name]) =>
    words.some((word) => (isNamed(word) ? name === word : name.includes(word))),
  );
  if (found.length > 0) return found;
  throw new Error(`no row is named ${list}. Available: ${parts.map(([name]) => name).join('; ')}`);
}

/** Runs the chosen parts, and stores the rows of each as soon as it is done. */
export async function chosenRows(list: string | undefined): Promise<Row[]> {
  const all: Row[] = [];
  for (const [name, rowsOf] of chosen(list)) {
    console.log(`${new Date().toISOString()} ${name}`);
    const rows = await rowsOf();
    const result = { name, at: new Date().toISOString(), load: loadavg()[0], rows };
    await appendFile(cachePath('results.jsonl'), `${JSON.stringify(result)}\n`);
    all.push(...rows);
  }
  return all;
}
