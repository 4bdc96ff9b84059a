import type { DataSource, MigrationInterface } from 'typeorm';
import { z } from 'zod';
import type { Logger } from '../logging/logger.js';
import { queryRows } from './query.js';

type Migration = new () => MigrationInterface;

/**
 * Drops invalid indexes, which a failed or killed CREATE INDEX CONCURRENTLY leaves behind. Such an index
 * occupies the name that the next run needs. Waits for an index that the server still builds for a client
 * that has disconnected.
 */
export async function dropInvalidIndexes(
  dataSource: DataSource,
  schema: string,
  logger: Logger,
): Promise<void> {
  const invalid = await queryRows(
    dataSource,
    z.object({ name: z.string() }),
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname = $1`,
    [schema],
  );
  if (invalid.length === 0) return;
  const runner = dataSource.createQueryRunner();
  try {
    for (const { name } of invalid) {
      logger.warn({ schema, index: name }, 'dropping an index whose build was interrupted');
      await withoutLockTimeout(runner, () => runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
    }
  } finally {
    await runner.release();
  }
}

type Session = { query(sql: string): Promise<unknown> };

/**
 * Runs `work` without a lock timeout. CONCURRENTLY waits for earlier transactions, such as a backup,
 * without blocking readers or writers.
 */
async function withoutLockTimeout(session: Session, work: () => Promise<unknown>): Promise<void> {
  await session.query('SET lock_timeout = 0');
  await work();
  await session.query('RESET lock_timeout');
}

/** Removes the lock timeout of migrations that run without a transaction, as CONCURRENTLY requires. */
export function liftLockTimeouts(migrations: readonly Migration[], logger: Logger): Migration[] {
  return migrations.map((Original) => {
    const original: MigrationInterface = new Original();
    if (original.transaction !== false) return Original;
    class WithoutLockTimeout extends Original {
      override async up(runner: Parameters<MigrationInterface['up']>[0]): Promise<void> {
        logger.info({ migration: Original.name }, 'waiting for all open transactions, such as a backup');
        await withoutLockTimeout(runner, () => super.up(runner));
      }
    }
    // The database identifies a migration by its name.
    return Object.defineProperty(WithoutLockTimeout, 'name', { value: Original.name });
  });
}
