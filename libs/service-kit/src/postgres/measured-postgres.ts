import pg from 'pg';
import { GaugeSources } from '../metrics/gauge-sources.js';
import { metric, secondsSince } from '../metrics/registry.js';
import { inChildSpan } from '../tracing/spans.js';
import { preparedName } from './prepared.js';

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

/**
 * Returns a client class whose queries are timed, and traced as children of the call that makes them. It also names the
 * statements that are to be prepared: TypeORM passes only their text.
 */
function measuredClient(pool: string): typeof pg.Client {
  return class MeasuredClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: only `any` is compatible with all overloads of the base class
    override query(...args: any[]): any {
      const { submit, callback } = args[0] ?? {};
      // Does not measure cursors and other objects that submit themselves.
      if (typeof submit === 'function' || typeof callback === 'function') return this.send(args);
      const done = args.at(-1);
      if (typeof done !== 'function') return this.measure(args);
      this.measure(args.slice(0, -1)).then(
        (result) => done(null, result),
        (error: unknown) => done(error),
      );
    }

    private send([text, values, ...rest]: readonly unknown[]): Promise<unknown> {
      const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined;
      const args = name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest];
      return Reflect.apply(super.query as Query, this, args) as Promise<unknown>;
    }

    private async measure(args: readonly unknown[]): Promise<unknown> {
      const start = performance.now();
      let outcome = 'error';
      try {
        const result = await inChildSpan(
          'postgres',
          () => spanAttributes(pool, args[0]),
          () => this.send(args),
        );
        outcome = 'ok';
        return result;
      } finally {
        duration.observe({ pool, outcome }, secondsSince(start));
      }
    }
  };
}

/** A pool that is measured until it ends. */
class MeasuredPool extends pg.Pool {
  private readonly unwatch: () => void;

  constructor(name: string, options: pg.PoolConfig) {
    super({ ...options, Client: measuredClient(name) } as pg.PoolConfig);
    this.unwatch = pools.add(name, this);
  }

  // biome-ignore lint/suspicious/noExplicitAny: only `any` is compatible with both overloads of the base class
  override end(...args: any[]): any {
    this.unwatch();
    return Reflect.apply(super.end as Query, this, args);
  }
}

/** Creates a pool that is measured until it ends. */
export const measuredPool = (name: string, options: pg.PoolConfig): pg.Pool =>
  new MeasuredPool(name, options);

/** Returns the driver for a TypeORM data source whose pools are measured under `name`. */
export function measuredDriver(name: string): object {
  class Pool extends MeasuredPool {
    constructor(options: pg.PoolConfig) {
      super(name, options);
    }
  }
  return { ...pg, Pool };
}
