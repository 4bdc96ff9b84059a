import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report, withGoal } from '../report.js';

const MINUTES = 30_000;
const MINUTE_MS = 60_000;
/** Every so many visits pause for up to a night. */
const PAUSE_EVERY = 4;
const NIGHT_MS = 9 * 60 * MINUTE_MS;

const service = join(import.meta.dirname, '../../../../apps/analytics-service');
const built = (file: string) => join(service, 'dist/flags/replay', file);

interface Trace {
  readonly name: string;
  readonly endedAt: number;
}

/** The part of analytics-service that the benchmark uses. */
interface Replays {
  replay(trace: Trace, random: () => number): { kind: string }[];
  recordedTraces(folder: string): Trace[];
  withPause(trace: Trace, atMs: number, pauseMs: number): Trace;
}

async function loadReplays(): Promise<Replays> {
  if (!existsSync(built('replay.js'))) throw new Error('analytics-service is not built (npm run build)');
  const modules = await Promise.all(
    ['replay.js', 'visit-trace.js'].map((file) => import(pathToFileURL(built(file)).href)),
  );
  return Object.assign({}, ...modules) as Replays;
}

/** Replays recorded ordinary visits through the rules about flags. Each must stay without a flag. */
export async function run(): Promise<void> {
  const { replay, recordedTraces, withPause } = await loadReplays();
  const traces = recordedTraces(join(service, 'src/flags/replay/traces'));
  const startedAt = process.cpuUsage();
  const flagged = new Map<string, number>();
  let [minutes, visits] = [0, 0];
  while (minutes < MINUTES) {
    for (const trace of traces) {
      visits += 1;
      minutes += trace.endedAt / MINUTE_MS;
      const visit =
        visits % PAUSE_EVERY === 0
          ? withPause(trace, Math.random() * trace.endedAt, Math.random() * NIGHT_MS)
          : trace;
      for (const { kind } of replay(visit, Math.random)) {
        const name = `${kind}: ${visit.name}`;
        flagged.set(name, (flagged.get(name) ?? 0) + 1);
      }
    }
  }
  for (const [name, count] of flagged) console.log(`flagged ${count} times: ${name}`);
  const { user, system } = process.cpuUsage(startedAt);
  const flags = [...flagged.values()].reduce((sum, count) => sum + count, 0);
  await report('flags', [
    { name: 'recorded visits', value: traces.length, unit: 'traces' },
    { name: 'replayed without the pauses', value: minutes, unit: 'viewer-minutes' },
    withGoal({ name: 'flags for ordinary visits', value: flags, unit: 'flags' }, '≤', 0),
    { name: 'CPU for the rules', value: (user + system) / 1000 / visits, unit: 'ms/visit' },
  ]);
}
