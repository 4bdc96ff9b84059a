import { type Row, withGoal } from '../report.js';
import { memoryEdges } from './processes.js';
import type { Outcome } from './scenario.js';

const MEGABYTE = 1_000_000;
/** Processes that take part in serving a segment. */
const REPORTED = [
  'gateway',
  'media-service',
  'analytics-service',
  'redis',
  'rpc-redis',
  'postgres',
  'object-store',
];
/** Goals for presigned segments of the default length, in milliseconds of CPU for a viewer-minute. */
const MAX_GATEWAY_MS = 25;
const MAX_PORTAL_MS = 65;
/** Minimum length in minutes of a run whose memory growth has a goal. */
const MIN_MEMORY_MINUTES = 10;
/** Maximum ratio of the memory at the end to that at the beginning. */
const MAX_DRIFT = 1.1;

/** Milliseconds of CPU for one viewer in one minute. */
const perViewerMinute = (cpuSeconds: number, { viewerMinutes }: Outcome) =>
  (cpuSeconds * 1000) / viewerMinutes;

const zeroRow = (name: string, value: number, unit: string): Row => ({
  name,
  value,
  unit,
  goal: '0',
  met: value === 0,
});

/**
 * Compares the cost of a crowd at the portal with the cost of the same crowd at nginx.
 *
 * @param isDefault whether the portal delivers with its default settings, to which the goals apply
 */
export function portalRows(
  label: string,
  { presigned, isDefault }: { presigned: boolean; isDefault: boolean },
  outcome: Outcome,
  nginx: Outcome,
): Row[] {
  const { tally, usage, seconds } = outcome;
  const baseline = perViewerMinute(nginx.usage['nginx']?.cpuSeconds ?? Number.NaN, nginx);
  const cpuRow = (name: string, usedSeconds: number): Row => {
    const value = perViewerMinute(usedSeconds, outcome);
    return {
      name: `${label}: CPU of ${name}`,
      value,
      unit: 'ms/viewer-min',
      baseline,
      ratio: value / baseline,
    };
  };
  const cpu = (name: string) => usage[name]?.cpuSeconds ?? Number.NaN;
  const total = REPORTED.reduce((sum, name) => sum + cpu(name), 0);
  const limited = (row: Row, limit: number) => (isDefault ? withGoal(row, '≤', limit) : row);
  const media = tally.frontMediaBytes + tally.storeMediaBytes;
  const movedMegabytes = (name: string) => (usage[name]?.movedBytes ?? Number.NaN) / MEGABYTE;
  return [
    ...REPORTED.map((name) => {
      const row = cpuRow(name, cpu(name));
      return name === 'gateway' ? limited(row, MAX_GATEWAY_MS) : row;
    }),
    cpuRow('all processes above', total),
    limited(cpuRow('all processes but the object store', total - cpu('object-store')), MAX_PORTAL_MS),
    ...latencyRows(label, outcome, nginx),
    { name: `${label}: media bytes sent to viewers`, value: media / seconds / MEGABYTE, unit: 'MB/s' },
    presigned
      ? zeroRow(`${label}: media bytes sent by the gateway`, tally.frontMediaBytes, 'bytes')
      : {
          name: `${label}: media bytes sent by the gateway`,
          value: tally.frontMediaBytes / seconds / MEGABYTE,
          unit: 'MB/s',
        },
    ...['gateway', 'media-service', 'analytics-service'].map((name) => ({
      name: `${label}: bytes read and written by ${name}, against the media sent`,
      value: movedMegabytes(name),
      unit: 'MB',
      baseline: media / MEGABYTE,
      ratio: (movedMegabytes(name) * MEGABYTE) / media,
    })),
    zeroRow(`${label}: errors`, tally.errors, 'requests'),
    {
      name: `${label}: requests repeated on closed connections`,
      value: tally.reconnects,
      unit: 'requests',
    },
  ];
}

function latencyRows(label: string, outcome: Outcome, nginx: Outcome): Row[] {
  const { tally, seconds } = outcome;
  const row = (name: string, unit: string, read: (from: Outcome) => number): Row => ({
    name: `${label}: ${name}`,
    unit,
    value: read(outcome),
    baseline: read(nginx),
    ratio: read(outcome) / read(nginx),
  });
  return [
    { name: `${label}: requests to the gateway`, value: tally.requests / seconds, unit: 'requests/s' },
    { name: `${label}: segments`, value: tally.segments / seconds, unit: 'segments/s' },
    row('gateway’s response to a segment, p50', 'ms', (from) => from.tally.responseP50Ms),
    row('gateway’s response to a segment, p99', 'ms', (from) => from.tally.responseP99Ms),
    row('whole segment, p50', 'ms', (from) => from.tally.segmentP50Ms),
    row('whole segment, p99', 'ms', (from) => from.tally.segmentP99Ms),
    { name: `${label}: segments that took longer to load than to play`, value: tally.late, unit: 'segments' },
  ];
}

/** Compares resident memory at the end with resident memory after the warm-up. */
export function memoryRows(label: string, { usage, memoryBefore, seconds }: Outcome): Row[] {
  const hasGoal = seconds >= MIN_MEMORY_MINUTES * 60;
  return REPORTED.flatMap((name) => {
    const { first, last } = memoryEdges(usage[name]?.memory ?? []);
    const ratio = last / first;
    const before = Math.round(memoryBefore[name] ?? 0);
    const row = {
      name: `${label}: memory of ${name} (${before} MB before the run), end against warm-up`,
      value: last,
      unit: 'MB',
      baseline: first,
      ratio,
    };
    return hasGoal ? withGoal(row, '≤', MAX_DRIFT, 'ratio') : row;
  });
}

/** Reports how far the machine and the load generator may have distorted the other results. */
export function distortionRows(label: string, { crowdCpu, seconds, load }: Outcome): Row[] {
  return [
    { name: `${label}: CPU of the load generator`, value: crowdCpu / seconds, unit: 'cores' },
    { name: `${label}: load average of one minute, before`, value: load[0], unit: 'load' },
    { name: `${label}: load average of one minute, after`, value: load[1], unit: 'load' },
  ];
}
