import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Bytes of brotli-compressed JavaScript that the gate may load. */
const BUDGET = 120_000;
/** Marker strings of the parts that load only on use. They must not occur in the files of the gate. */
const LATER = {
  'the upload library': 'uppy-Dashboard',
  'hls.js': 'hlsManifestLoading',
  'the terms dialog': 'showModal',
};

const dist = join(import.meta.dirname, '../dist');
const assets = join(dist, 'assets');
const page = readFileSync(join(dist, 'index.html'), 'utf8');

/**
 * Returns every script that the page imports at start, and the background, which loads without user action.
 */
function neededFiles() {
  const found = new Set();
  const waiting = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name);
  waiting.push(...readdirSync(assets).filter((name) => /^(starfield|sky-worker)-[\w-]+\.js$/.test(name)));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const source = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      waiting.push(imported);
    }
  }
  return [...found];
}

const files = neededFiles();
const sizeOf = (name) => {
  const path = join(assets, name);
  // Files too small to be worth compressing are sent as they are.
  return statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size;
};
const print = (line) => process.stdout.write(`${line}\n`);
const errors = [];
const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
for (const [what, word] of Object.entries(LATER)) {
  const somewhere = all.some((name) => readFileSync(join(assets, name), 'utf8').includes(word));
  if (!somewhere) errors.push(`"${word}" no longer identifies ${what}`);
}
let total = 0;
for (const name of files) {
  total += sizeOf(name);
  print(`${String(sizeOf(name)).padStart(8)}  ${basename(name)}`);
  const source = readFileSync(join(assets, name), 'utf8');
  for (const [what, word] of Object.entries(LATER)) {
    if (source.includes(word)) errors.push(`${name} brings ${what} along`);
  }
}
print(`${String(total).padStart(8)}  bytes of JavaScript before the gate, of ${BUDGET}`);
if (files.length === 0) errors.push('index.html contains no script');
if (total > BUDGET) errors.push(`that is ${total - BUDGET} bytes too many`);
for (const error of errors) print(error);
process.exitCode = errors.length > 0 ? 1 : 0;
