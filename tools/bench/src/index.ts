import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Exports of `<name>/index.ts` of each benchmark. */
interface Bench {
  run(): Promise<void>;
}

const benches = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'index.js')))
  .map((entry) => entry.name);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${benches.join(', ')}`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : benches) {
  try {
    const bench = (await import(`./${name}/index.js`)) as Bench;
    await bench.run();
  } catch (error) {
    // A benchmark that cannot run here, such as without a Docker engine, does not prevent the others.
    console.error(`${name}:`, error);
    process.exitCode = 1;
  }
}
