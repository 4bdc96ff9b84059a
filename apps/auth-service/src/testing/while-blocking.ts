import { until } from '@secure-preview/testing';
import { Client } from 'pg';

/**
 * Blocks an address in a transaction that is committed once `work` waits for it. Returns the result of `work`.
 *
 * @param ownerUrl URL of the role that owns all tables
 */
export async function whileBlocking<T>(ownerUrl: string, email: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    // The locks of a block, in its order.
    for (const name of ['invitations', 'codes', 'blocks'])
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    await client.query(
      `INSERT INTO auth.blocks (command_id, kind, value, blocked, note)
       VALUES (gen_random_uuid(), 'address', $1, true, '')`,
      [email],
    );
    const working = work();
    const isWaiting = async () =>
      (await client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount;
    await Promise.race([working.catch(() => undefined), until(isWaiting, { what: 'a wait for the block' })]);
    await client.query('COMMIT');
    return await working;
  } finally {
    await client.end();
  }
}
