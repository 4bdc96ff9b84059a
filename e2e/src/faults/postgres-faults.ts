import { selectRows, withClient } from '@secure-preview/embedded';
import { until } from '@secure-preview/testing';
import { z } from 'zod';
import type { Fleet } from './fleet.js';

const APPLICATION_NAME = 'connection holder';
/** SQLSTATE of a transaction that was ended to resolve a deadlock. */
const DEADLOCK = '40P01';
const tables = [
  'leads',
  'access_log_entries',
  'viewing_sessions',
  'progress_events',
  'viewing_summaries',
].map((table) => `analytics.${table}`);

const asSuperuser = ({ postgres, database }: Fleet) => postgres.adminUrl(database.name);

/**
 * Takes every connection that Postgres allows to roles other than superusers, including the portal's
 * connections, while `work` runs. (The monitoring connection counts too, although its role is a superuser.)
 */
export async function takeAllConnections(fleet: Fleet, work: () => Promise<void>): Promise<void> {
  const url = `${fleet.database.appUrl}?application_name=${encodeURIComponent(APPLICATION_NAME)}`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders: Promise<void>[] = [];
  await withClient(asSuperuser(fleet), async (superuser) => {
    const isFull = async (): Promise<boolean> => {
      const [row] = await selectRows(
        superuser,
        z.object({ held: z.int(), limit: z.int() }),
        `SELECT count(*) FILTER (WHERE application_name = $1)::int AS held,
                count(*) FILTER (WHERE application_name <> $1 AND state IN ('idle', 'active')
                                 AND pg_terminate_backend(pid))::int,
                current_setting('max_connections')::int
                  - current_setting('superuser_reserved_connections')::int - 1 AS "limit"
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        [APPLICATION_NAME],
      );
      const { held = 0, limit = 0 } = row ?? {};
      if (held === limit) return true;
      // The next poll replaces rejected connections.
      for (let missing = limit - held; missing > 0; missing -= 1)
        holders.push(withClient(url, () => released).catch(() => undefined));
      return false;
    };
    try {
      await until(isFull, { deadlineMs: 60_000, everyMs: 250, what: 'all connections to be taken' });
      await work();
    } finally {
      release();
      await Promise.all(holders);
    }
  });
}

/** Locks the tables that visitors write to, like a forgotten manual transaction. */
export async function holdLocks(fleet: Fleet, work: () => Promise<void>): Promise<void> {
  await withClient(asSuperuser(fleet), async (superuser) => {
    // The portal locks some of these tables in another order, so this transaction may be the one that a deadlock ends.
    const isLocked = async () => {
      await superuser.query('BEGIN');
      try {
        await superuser.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
        return true;
      } catch (error) {
        await superuser.query('ROLLBACK');
        if ((error as { code?: string }).code !== DEADLOCK) throw error;
        return false;
      }
    };
    await until(isLocked, { deadlineMs: 60_000, what: 'the tables to be locked' });
    await work();
    await superuser.query('ROLLBACK');
  });
}

/**
 * Prepares `slowDown`, without slowing anything yet. The triggers read the delay from a row: adding or removing
 * triggers would lock the tables.
 */
export async function makeSlowable(fleet: Fleet): Promise<void> {
  const writtenTables = tables.filter((table) => !table.includes('summaries'));
  await withClient(asSuperuser(fleet), async (superuser) => {
    await superuser.query(
      `CREATE TABLE analytics.slowness AS SELECT 0::float8 AS seconds;
       CREATE FUNCTION analytics.take_long() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN PERFORM pg_sleep(seconds) FROM analytics.slowness; RETURN NEW; END $$;`,
    );
    for (const table of writtenTables)
      await superuser.query(
        `CREATE TRIGGER take_long BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION analytics.take_long()`,
      );
  });
}

/** Delays each written row by `seconds` while `work` runs. */
export async function slowDown(fleet: Fleet, seconds: number, work: () => Promise<void>): Promise<void> {
  await withClient(asSuperuser(fleet), async (superuser) => {
    await superuser.query('UPDATE analytics.slowness SET seconds = $1', [seconds]);
    await work();
    await superuser.query('UPDATE analytics.slowness SET seconds = 0');
  });
}
