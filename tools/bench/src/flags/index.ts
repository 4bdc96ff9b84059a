import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flagKinds } from '@secure-preview/contracts';
import { type Row, report, withGoal } from '../report.js';

const MINUTES = 30_000;
const MINUTE_MS = 60_000;
/** Every so many visits pause for up to a night. */
const PAUSE_EVERY = 4;
const NIGHT_MS = 9 * 60 * MINUTE_MS;
/** Replays of each visit that must be flagged. */
const SUSPICIOUS_REPLAYS = 100;
/** Trace that is changed for them: one session without seeks. */
const UNCHANGED = 'watched without seeking';

const service = join(import.meta.dirname, '../../../../apps/analytics-service');
const built = (file: string) => join(service, 'dist/flags/replay', file);

interface Trace {
  readonly kind: string;
  readonly endedAt: number;
}

/** The part of analytics-service that the benchmark uses. */
interface Replays {
  replay(trace: Trace, random: () => number): { kind: string }[];
  recordedTraces(folder: string): Trace[];
  ordinaryVisit(trace: Trace): Trace;
  viewerMinutes(trace: Trace): number;
  withPause(trace: Trace, atMs: number, pauseMs: number): Trace;
  suspiciousVisits(trace: Trace): { kind: string; trace: Trace }[];
}

async function loadReplays(): Promise<Replays> {
  if (!existsSync(built('replay.js'))) throw new Error('analytics-service is not built (npm run build)');
  const modules = await Promise.all(
    ['replay.js', 'visit-trace.js', 'suspicious-visits.js'].map(
      (file) => import(pathToFileURL(built(file)).href),
    ),
  );
  return Object.assign({}, ...modules) as Replays;
}

const add = (counts: Map<string, number>, key: string, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count);
const sumOf = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Replays ordinary visits, each kind equally often. */
function replayOrdinary(
  { replay, ordinaryVisit, viewerMinutes, withPause }: Replays,
  traces: readonly Trace[],
) {
  const [minutes, flags] = [new Map<string, number>(), new Map<string, number>()];
  let visits = 0;
  while (sumOf(minutes) < MINUTES) {
    for (const trace of traces) {
      visits += 1;
      add(minutes, trace.kind, viewerMinutes(trace));
      const ordinary = ordinaryVisit(trace);
      const visit =
        visits % PAUSE_EVERY === 0
          ? withPause(ordinary, Math.random() * ordinary.endedAt, Math.random() * NIGHT_MS)
          : ordinary;
      for (const { kind } of replay(visit, Math.random)) {
        add(flags, kind, 1);
        console.log(`flagged: ${kind} for a visit that ${visit.kind}`);
      }
    }
  }
  return { visits, minutes, flags };
}

/** Replays a visit that each rule must flag. Returns the share of the replays that raised just its flag. */
function replaySuspicious({ replay, suspiciousVisits }: Replays, trace: Trace): Row[] {
  return suspiciousVisits(trace).map(({ kind, trace: suspicious }) => {
    let flagged = 0;
    for (let replays = 0; replays < SUSPICIOUS_REPLAYS; replays += 1) {
      const kinds = replay(suspicious, Math.random).map((facts) => facts.kind);
      if (kinds.join() === kind) flagged += 1;
    }
    const name = `suspicious visits that ${kind} flags`;
    return withGoal({ name, value: flagged / SUSPICIOUS_REPLAYS, unit: 'share' }, '≥', 1);
  });
}

/** Replays recorded visits through the rules about flags. Each ordinary one must stay without a flag. */
export async function run(): Promise<void> {
  const replays = await loadReplays();
  const traces = replays.recordedTraces(join(service, 'src/flags/replay/traces'));
  const unchanged = traces.find(({ kind }) => kind === UNCHANGED);
  if (!unchanged) throw new Error(`no trace of a visit that ${UNCHANGED}`);
  const startedAt = process.cpuUsage();
  const { visits, minutes, flags } = replayOrdinary(replays, traces);
  const { user, system } = process.cpuUsage(startedAt);
  await report('flags', [
    { name: 'recorded visits', value: traces.length, unit: 'traces' },
    { name: 'their replays', value: visits, unit: 'visits' },
    ...[...minutes].map(([kind, value]) => ({ name: `… ${kind}`, value, unit: 'viewer-minutes' })),
    withGoal(
      { name: 'replayed without pauses', value: sumOf(minutes), unit: 'viewer-minutes' },
      '≥',
      MINUTES,
    ),
    ...flagKinds.map((kind) =>
      withGoal({ name: `${kind} for ordinary visits`, value: flags.get(kind) ?? 0, unit: 'flags' }, '≤', 0),
    ),
    ...replaySuspicious(replays, unchanged),
    { name: 'CPU for the rules', value: (user + system) / 1000 / visits, unit: 'ms/visit' },
  ]);
}
