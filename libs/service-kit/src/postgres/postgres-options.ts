import type { DataSourceOptions, EntitySchema, MixedList } from 'typeorm';
import { measuredDriver } from './measured-postgres.js';

type Entities = MixedList<(new () => object) | EntitySchema>;

export interface PostgresSettings {
  url: string;
  /** Schema that the service owns. Entities and statements name it. It is also the search path. */
  schema: string;
  entities: Entities;
  /** Maximum connections of this replica; default 10. */
  poolSize?: number;
}

/** Statement timeout of a request, in milliseconds: above normal durations, below the caller's deadline. */
const STATEMENT_MS = 4000;

/** Returns the connection options of every service. All statements have a deadline; times are UTC. */
export function postgresOptions({ url, schema, entities, poolSize = 10 }: PostgresSettings) {
  return {
    type: 'postgres',
    driver: measuredDriver(schema),
    url,
    schema,
    entities,
    synchronize: false,
    migrationsRun: false,
    logging: false,
    poolSize,
    applicationName: `secure-preview-${schema}`,
    connectTimeoutMS: 2000,
    extra: {
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + 500,
      lock_timeout: 3000,
      idle_in_transaction_session_timeout: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // JIT compilation and parallel workers take longer than they save, and slow down other statements.
      options: `-c search_path=${schema} -c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0`,
    },
  } satisfies DataSourceOptions;
}
