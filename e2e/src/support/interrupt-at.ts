import { selectRows, withClient } from '@secure-preview/embedded';
import { until } from '@secure-preview/testing';
import { z } from 'zod';

interface Interruption {
  /** Table that the request writes to. */
  readonly table: string;
  readonly request: () => Promise<unknown>;
  /** Runs while the request waits for the table. */
  readonly fault: () => void;
}

/**
 * Causes a fault in the middle of a request: while it waits to write to a table.
 *
 * @param databaseUrl URL of a role that may lock the table
 */
export async function interruptAt(
  databaseUrl: string,
  { table, request, fault }: Interruption,
): Promise<void> {
  let answered: Promise<unknown> | undefined;
  await withClient(databaseUrl, async (superuser) => {
    const isWaiting = async () => {
      const waiting = await selectRows(
        superuser,
        z.object({}),
        'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [table],
      );
      return waiting.length > 0;
    };
    await superuser.query('BEGIN');
    await superuser.query(`LOCK TABLE ${table} IN SHARE MODE`);
    answered = request().catch(() => undefined);
    await until(isWaiting, { deadlineMs: 10_000, everyMs: 10, what: `a request to wait for ${table}` });
    fault();
    await superuser.query('ROLLBACK');
  });
  await answered;
}
