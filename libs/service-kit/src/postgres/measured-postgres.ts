import pg from 'pg';
import { GaugeSources } from '../metrics/gauge-sources.js';
import { metric, secondsSince } from '../metrics/registry.js';
import { inChildSpan } from '../tracing/spans.js';

const pools = new GaugeSources<pg.Pool>();

metric.gauge(
  'portal_postgres_pool_connections',
  'Open connections to Postgres, by pool and state (busy or idle).',
  ['pool', 'state'],
  (gauge) => {
    gauge.reset();
    for (const [pool, { totalCount, idleCount }] of pools) {
      gauge.inc({ pool, state: 'idle' }, idleCount);
      gauge.inc({ pool, state: 'busy' }, totalCount - idleCount);
    }
  },
);
metric.gauge('portal_postgres_pool_limit', 'Maximum number of connections of a pool.', ['pool'], (gauge) => {
  gauge.reset();
  for (const [pool, { options }] of pools) gauge.inc({ pool }, options.max);
});
metric.gauge(
  'portal_postgres_pool_waiting',
  'Requests waiting for a free pool connection.',
  ['pool'],
  (gauge) => {
    gauge.reset();
    for (const [pool, { waitingCount, idleCount, totalCount, options }] of pools) {
      // A pool also queues a request for the moment in which it takes a free connection, such as the check of a scrape.
      const isBusy = idleCount === 0 && totalCount >= options.max;
      gauge.inc({ pool }, isBusy ? waitingCount : 0);
    }
  },
);
const duration = metric.seconds(
  'portal_postgres_query_duration_seconds',
  'Time of a query as this process sees it, by pool and outcome (ok or error).',
  ['pool', 'outcome'],
);

type Query = (...args: unknown[]) => unknown;

/** Characters of a statement that a span keeps. */
const MOST_TEXT = 500;

/** Returns the span attributes of a statement. Values are placeholders; literals in the text are removed. */
function about(pool: string, statement: unknown): Record<string, string> {
  const { text } = (typeof statement === 'string' ? { text: statement } : (statement ?? {})) as {
    text?: unknown;
  };
  const sql = typeof text === 'string' ? text : '';
  return {
    'db.system.name': 'postgresql',
    'db.namespace': pool,
    'db.operation.name': /^\s*(\w{1,20})/.exec(sql)?.[1]?.toUpperCase() ?? 'unknown',
    'db.query.text': sql
      .replace(/'(?:[^']|'')*'/g, '?')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MOST_TEXT),
  };
}

type Done = (error: unknown, result?: unknown) => void;

function promised(client: pg.Client, args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(pg.Client.prototype.query as Query, client, args) as Promise<unknown>;
}

/** Returns a client class whose queries are timed, and traced as children of the call that makes them. */
function clientOf(pool: string): typeof pg.Client {
  const ask = async (client: pg.Client, args: readonly unknown[]): Promise<unknown> => {
    const start = performance.now();
    let outcome = 'error';
    try {
      const result = await inChildSpan(
        'postgres',
        () => about(pool, args[0]),
        () => promised(client, args),
      );
      outcome = 'ok';
      return result;
    } finally {
      duration.observe({ pool, outcome }, secondsSince(start));
    }
  };
  class MeasuredClient extends pg.Client {}
  MeasuredClient.prototype.query = function query(this: pg.Client, ...args: unknown[]): unknown {
    const { submit, callback } = (args[0] ?? {}) as { submit?: unknown; callback?: unknown };
    // Cursors and other objects that submit themselves are not measured.
    if (typeof submit === 'function' || typeof callback === 'function') return promised(this, args);
    const done = args.at(-1);
    if (typeof done !== 'function') return ask(this, args);
    ask(this, args.slice(0, -1)).then(
      (result) => (done as Done)(null, result),
      (error: unknown) => (done as Done)(error),
    );
    return undefined;
  } as typeof pg.Client.prototype.query;
  return MeasuredClient;
}

/** Creates a pool that is measured until it ends. */
export function measuredPool(name: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, Client: clientOf(name) } as pg.PoolConfig);
  const unwatch = pools.add(name, pool);
  const end = pool.end.bind(pool) as Query;
  pool.end = ((...args: unknown[]) => {
    unwatch();
    return end(...args);
  }) as typeof pool.end;
  return pool;
}

/** Returns the driver for a TypeORM data source whose pools are measured under `name`. */
export function measuredDriver(name: string): object {
  function Pool(options: pg.PoolConfig): pg.Pool {
    return measuredPool(name, options);
  }
  return { ...pg, Pool };
}
