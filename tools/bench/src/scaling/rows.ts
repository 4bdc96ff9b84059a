import { type Row, withGoal } from '../report.js';
import type { ServerCounts } from './servers.js';
import type { FromVisitors } from './visitors.js';

/** Measurements with this number of replicas of each service. */
export interface ScalingResult {
  replicas: number;
  seconds: number;
  visitors: FromVisitors;
  /** CPU seconds under load by process, summed over the replicas of a service. */
  cpu: Record<string, number>;
  /** CPU seconds per second while idle, by process. */
  idleCpu: Record<string, number>;
  /** Resident memory after the load in MB, summed over the replicas of a service. */
  memory: Record<string, number>;
  /** Growth of the servers' counters during the run. */
  servers: ServerCounts;
  /** CPU seconds of the load generator. */
  visitorsCpu: number;
  /** Load average of the last minute. */
  load: number;
}

/** Returns the CPU seconds of the load beyond idle usage, by process. */
export const cpuBeyondIdle = ({
  cpu,
  idleCpu,
  seconds,
}: Pick<ScalingResult, 'cpu' | 'idleCpu' | 'seconds'>) =>
  Object.fromEntries(
    Object.entries(cpu).map(([name, used]) => [name, used - (idleCpu[name] ?? 0) * seconds]),
  );
const sum = (totals: Record<string, number>) => Object.values(totals).reduce((sum, value) => sum + value, 0);

/** Goals for a visit of three minutes at one replica of each service. */
const MAX_VISIT_REQUESTS = 75;
const MAX_VISIT_MS = 200;
/** Goal for the CPU of a visit at several replicas, against one replica of each service. */
const MAX_REPLICAS_RATIO = 1.2;

/** Compares one run with the run of a single replica of each service. */
export function scalingRows(result: ScalingResult, single: ScalingResult): Row[] {
  const label = `${result.replicas} of each service`;
  const row = (name: string, unit: string, read: (from: ScalingResult) => number): Row => {
    const [value, baseline] = [read(result), read(single)];
    const rowName = `${label}: ${name}`;
    return result === single
      ? { name: rowName, value, unit }
      : { name: rowName, value, unit, baseline, ratio: value / baseline };
  };
  const requests = ({ visitors }: ScalingResult) => visitors.latencies['all']?.count ?? 0;
  // Incomplete visits count in proportion to their requests.
  const visits = (from: ScalingResult) => requests(from) / from.visitors.requestsPerVisit;
  const cpu = row(
    'CPU of all processes',
    'ms/visit',
    (from) => (sum(cpuBeyondIdle(from)) * 1000) / visits(from),
  );
  return [
    row('visits', 'visits/s', (from) => visits(from) / from.seconds),
    withGoal(
      row('requests of a visit', 'requests', ({ visitors }) => visitors.requestsPerVisit),
      '≤',
      MAX_VISIT_REQUESTS,
    ),
    row('requests to the portal', 'requests/s', (from) => requests(from) / from.seconds),
    row('CPU of all processes', 'ms/request', (from) => (sum(cpuBeyondIdle(from)) * 1000) / requests(from)),
    result === single ? withGoal(cpu, '≤', MAX_VISIT_MS) : withGoal(cpu, '≤', MAX_REPLICAS_RATIO, 'ratio'),
    ...Object.keys(result.cpu).map((name) =>
      row(`CPU of ${name}`, 'ms/visit', (from) => ((cpuBeyondIdle(from)[name] ?? 0) * 1000) / visits(from)),
    ),
    ...Object.keys(result.visitors.latencies).flatMap((kind) => [
      row(`response to ${kind}, p50`, 'ms', ({ visitors }) => visitors.latencies[kind]?.p50Ms ?? Number.NaN),
      row(`response to ${kind}, p99`, 'ms', ({ visitors }) => visitors.latencies[kind]?.p99Ms ?? Number.NaN),
    ]),
    row('Redis commands', '/visit', (from) => from.servers.redisCommands / visits(from)),
    row('Redis memory growth', 'bytes/visit', (from) => from.servers.redisBytes / visits(from)),
    row('Postgres transactions', '/visit', (from) => from.servers.postgresTransactions / visits(from)),
    row('Postgres storage', 'bytes/visit', (from) => from.servers.postgresBytes / visits(from)),
    row('connections to Postgres', 'connections', (from) => from.servers.postgresConnections),
    ...Object.keys(result.idleCpu).map((name) =>
      row(`CPU of ${name} while idle`, 'ms/s', (from) => (from.idleCpu[name] ?? 0) * 1000),
    ),
    ...Object.keys(result.memory).map((name) =>
      row(`memory of ${name}`, 'MB', (from) => from.memory[name] ?? Number.NaN),
    ),
    {
      name: `${label}: errors`,
      value: result.visitors.errors.length,
      unit: 'visits',
      goal: '0',
      met: result.visitors.errors.length === 0,
    },
    row('CPU of the load generator', 'cores', (from) => from.visitorsCpu / from.seconds),
    row('load average of one minute', 'load', (from) => from.load),
  ];
}
