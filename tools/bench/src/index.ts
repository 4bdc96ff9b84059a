import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { goalTable } from './report.js';

/** Exports of `<name>/index.ts` of each benchmark. */
interface Bench {
  run(): Promise<void>;
  /** Minutes after which the benchmark counts as hanging. */
  deadlineMinutes?: number;
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

/** Ends this process, and with it the portal, because what hangs would distort the following benchmarks. */
function exitAfter(name: string, minutes: number): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(`${name}: not finished within ${minutes} minutes\n\n${goalTable()}`);
    process.exit(1);
  }, minutes * 60_000);
}

for (const name of selected.length > 0 ? selected : benches) {
  let deadline: NodeJS.Timeout | undefined;
  try {
    const bench = (await import(`./${name}/index.js`)) as Bench;
    if (bench.deadlineMinutes !== undefined) deadline = exitAfter(name, bench.deadlineMinutes);
    await bench.run();
  } catch (error) {
    // Continues with the other benchmarks if one cannot run here, for instance without a Docker engine.
    console.error(`${name}:`, error);
    process.exitCode = 1;
  } finally {
    clearTimeout(deadline);
  }
}
console.log(`\n${goalTable()}`);
