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
      // A request is queued for one tick even if a connection is free, for example the readiness check during
      // a scrape.
      const isBusy = idleCount === 0 && totalCount >= options.max;
      gauge.inc({ pool }, isBusy ? waitingCount : 0);
    }
  },
);
const duration = metric.seconds(
  'portal_postgres_query_duration_seconds',
  'Duration of a query in this process, by pool and outcome (ok or error).',
  ['pool', 'outcome'],
);

type Query = (...args: unknown[]) => unknown;

/** Maximum characters of a statement in a span. */
const MAX_TEXT = 500;

/** Returns the span attributes of a statement. Values are placeholders; literals in the text are removed. */
function spanAttributes(pool: string, statement: unknown): Record<string, string> {
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
      .slice(0, MAX_TEXT),
  };
}

type Done = (error: unknown, result?: unknown) => void;

function runQuery(client: pg.Client, args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(pg.Client.prototype.query as Query, client, args) as Promise<unknown>;
}

/** Returns a client class whose queries are timed, and traced as children of the call that makes them. */
function measuredClient(pool: string): typeof pg.Client {
  const runMeasured = async (client: pg.Client, args: readonly unknown[]): Promise<unknown> => {
    const start = performance.now();
    let outcome = 'error';
    try {
      const result = await inChildSpan(
        'postgres',
        () => spanAttributes(pool, args[0]),
        () => runQuery(client, args),
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
    // Does not measure cursors and other objects that submit themselves.
    if (typeof submit === 'function' || typeof callback === 'function') return runQuery(this, args);
    const done = args.at(-1);
    if (typeof done !== 'function') return runMeasured(this, args);
    runMeasured(this, args.slice(0, -1)).then(
      (result) => (done as Done)(null, result),
      (error: unknown) => (done as Done)(error),
    );
    return undefined;
  } as typeof pg.Client.prototype.query;
  return MeasuredClient;
}

/** Creates a pool that is measured until it ends. */
export function measuredPool(name: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, Client: measuredClient(name) } as pg.PoolConfig);
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
