import type { Row } from '../report.js';
import type { ServerCounts } from './servers.js';
import type { FromVisitors } from './visitors.js';

/** Measurements with this number of replicas of each service. */
export interface Seen {
  replicas: number;
  seconds: number;
  visitors: FromVisitors;
  /** CPU seconds under load, by process; replicas of one service are added up. */
  cpu: Record<string, number>;
  /** The same per second while idle. */
  idleCpu: Record<string, number>;
  /** Resident memory afterwards, in MB; replicas of one service are added up. */
  memory: Record<string, number>;
  /** Growth of the servers' counters during the run. */
  servers: ServerCounts;
  /** CPU seconds of the visitors' own process. */
  visitorsCpu: number;
  /** Load average of the last minute. */
  load: number;
}

/** Returns the CPU seconds of the load beyond idle usage, by process. */
export const beyondIdle = ({ cpu, idleCpu, seconds }: Pick<Seen, 'cpu' | 'idleCpu' | 'seconds'>) =>
  Object.fromEntries(
    Object.entries(cpu).map(([name, used]) => [name, used - (idleCpu[name] ?? 0) * seconds]),
  );
const sum = (totals: Record<string, number>) => Object.values(totals).reduce((all, one) => all + one, 0);

/** Compares one run with that of a single replica of each service. */
export function scalingRows(seen: Seen, single: Seen): Row[] {
  const label = `${seen.replicas} of each`;
  const row = (name: string, unit: string, read: (from: Seen) => number): Row => {
    const [value, baseline] = [read(seen), read(single)];
    const name_ = `${label}: ${name}`;
    return seen === single
      ? { name: name_, value, unit }
      : { name: name_, value, unit, baseline, ratio: value / baseline };
  };
  const requests = ({ visitors }: Seen) => visitors.latencies['all']?.count ?? 0;
  // Visits in progress at either end count in proportion to their requests.
  const visits = (from: Seen) => requests(from) / from.visitors.requestsPerVisit;
  return [
    row('visits', 'visits/s', (from) => visits(from) / from.seconds),
    row('requests of a visit', 'requests', ({ visitors }) => visitors.requestsPerVisit),
    row('requests to the portal', 'requests/s', (from) => requests(from) / from.seconds),
    row('CPU of all processes', 'ms/request', (from) => (sum(beyondIdle(from)) * 1000) / requests(from)),
    row('CPU of all processes', 'ms/visit', (from) => (sum(beyondIdle(from)) * 1000) / visits(from)),
    ...Object.keys(seen.cpu).map((name) =>
      row(`CPU of ${name}`, 'ms/visit', (from) => ((beyondIdle(from)[name] ?? 0) * 1000) / visits(from)),
    ),
    ...Object.keys(seen.visitors.latencies).flatMap((kind) => [
      row(`answer to ${kind}, p50`, 'ms', ({ visitors }) => visitors.latencies[kind]?.p50Ms ?? Number.NaN),
      row(`answer to ${kind}, p99`, 'ms', ({ visitors }) => visitors.latencies[kind]?.p99Ms ?? Number.NaN),
    ]),
    row('Redis commands', '/visit', (from) => from.servers.redisCommands / visits(from)),
    row('Redis memory kept', 'bytes/visit', (from) => from.servers.redisBytes / visits(from)),
    row('Postgres transactions', '/visit', (from) => from.servers.postgresTransactions / visits(from)),
    row('Postgres storage', 'bytes/visit', (from) => from.servers.postgresBytes / visits(from)),
    row('connections to Postgres', 'connections', (from) => from.servers.postgresConnections),
    ...Object.keys(seen.idleCpu).map((name) =>
      row(`CPU of ${name} while idle`, 'ms/s', (from) => (from.idleCpu[name] ?? 0) * 1000),
    ),
    ...Object.keys(seen.memory).map((name) =>
      row(`memory of ${name}`, 'MB', (from) => from.memory[name] ?? Number.NaN),
    ),
    {
      name: `${label}: errors`,
      value: seen.visitors.errors.length,
      unit: 'visits',
      goal: '0',
      met: seen.visitors.errors.length === 0,
    },
    row('CPU of the visitors’ own process', 'cores', (from) => from.visitorsCpu / from.seconds),
    row('processes waiting to run, last minute', 'load', (from) => from.load),
  ];
}
