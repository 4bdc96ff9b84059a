import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { goalTable } from './report.js';

/** Exports of `<name>/index.ts` of each benchmark. */
interface Bench {
  run(): Promise<void>;
}

const benches = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'index.js')))
  .map((entry) => entry.name);

const selected = process.argv.slice(2);
const unknownNames = selected.filter((name) => !benches.includes(name));
if (unknownNames.length > 0) {
  console.error(`Unknown benchmark: ${unknownNames.join(', ')}. Available: ${benches.join(', ')}`);
  process.exit(2);
}
for (const name of selected.length > 0 ? selected : benches) {
  try {
    const bench = (await import(`./${name}/index.js`)) as Bench;
    await bench.run();
  } catch (error) {
    // Continues with the other benchmarks if one cannot run here, for instance without a Docker engine.
    console.error(`${name}:`, error);
    process.exitCode = 1;
  }
}
console.log(`\n${goalTable()}`);
