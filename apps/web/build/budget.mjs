import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Bytes of brotli-compressed JavaScript that the gate may load, with its background. */
const BUDGET = 95_703;
/** Bytes of the texts for visitors in another language, compressed in the same way. */
const LANGUAGE_BUDGET = 6000;
/** Files of these texts. The last part is a hash. */
const LANGUAGE_FILE = /^(de|fr|es|zh-Hans|ar)-[\w-]{6}\.js$/;
/** Strings that identify code loaded on demand. They must not occur in the files of the gate. */
const LAZY_CODE_MARKERS = {
  'the upload library': 'uppy-Dashboard',
  'hls.js': 'hlsManifestLoading',
  'the terms dialog': 'showModal',
  'the scales of plots': 'invalid format: ',
};

const dist = join(import.meta.dirname, '../dist');
const assets = join(dist, 'assets');
const page = readFileSync(join(dist, 'index.html'), 'utf8');

/** Returns all scripts that load without user action: the imports of the page and its background. */
function initialFiles() {
  const visited = new Set();
  const queue = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name);
  queue.push(...readdirSync(assets).filter((name) => /^(starfield|sky-worker)-[\w-]+\.js$/.test(name)));
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (visited.has(name)) continue;
    visited.add(name);
    const source = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      queue.push(imported);
    }
  }
  return [...visited];
}

const files = initialFiles();
const sizeOf = (name) => {
  const path = join(assets, name);
  // Small files have no compressed copy.
  return statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size;
};
const print = (line) => process.stdout.write(`${line}\n`);
const errors = [];
const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
for (const [description, marker] of Object.entries(LAZY_CODE_MARKERS)) {
  const isInBuild = all.some((name) => readFileSync(join(assets, name), 'utf8').includes(marker));
  if (!isInBuild) errors.push(`"${marker}" no longer identifies ${description}: update LAZY_CODE_MARKERS`);
}
let total = 0;
for (const name of files) {
  total += sizeOf(name);
  print(`${String(sizeOf(name)).padStart(8)}  ${basename(name)}`);
  const source = readFileSync(join(assets, name), 'utf8');
  for (const [description, marker] of Object.entries(LAZY_CODE_MARKERS)) {
    if (source.includes(marker)) errors.push(`${name} contains ${description}: import it on demand`);
  }
}
print(`${String(total).padStart(8)}  bytes of JavaScript loaded by the gate (limit ${BUDGET})`);
if (files.length === 0) errors.push('index.html contains no script: build the page again');
if (total > BUDGET)
  errors.push(`The gate exceeds its limit by ${total - BUDGET} bytes: load more code on demand`);
const languages = all.filter((name) => LANGUAGE_FILE.test(name));
if (languages.length < 5) errors.push('The texts of a language are missing: update LANGUAGE_FILE');
for (const name of languages) {
  if (files.includes(name)) errors.push(`The gate loads ${name}: import it on demand`);
  if (sizeOf(name) > LANGUAGE_BUDGET) errors.push(`${name} exceeds ${LANGUAGE_BUDGET} bytes`);
}
for (const error of errors) print(error);
process.exitCode = errors.length > 0 ? 1 : 0;
