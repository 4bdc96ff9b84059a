import { withClient } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import type { Fleet } from './fleet.js';

const HOLDER = 'somebody else';
const tables = ['leads', 'access_log', 'viewing_sessions', 'progress_events', 'viewing_summaries'].map(
  (table) => `analytics.${table}`,
);

const asSuperuser = ({ postgres, database }: Fleet) => postgres.adminUrl(database.name);

/**
 * Takes every connection that Postgres allows to roles other than superusers, including those of the portal,
 * for a while. (The monitoring connection also takes one of these, although its role is a superuser.)
 */
export async function takeAllConnections(fleet: Fleet, meanwhile: () => Promise<void>): Promise<void> {
  const url = `${fleet.database.appUrl}?application_name=${encodeURIComponent(HOLDER)}`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders: Promise<void>[] = [];
  await withClient(asSuperuser(fleet), async (superuser) => {
    const isFull = async (): Promise<boolean> => {
      const { rows } = await superuser.query<{ mine: number; most: number }>(
        `SELECT count(*) FILTER (WHERE application_name = $1)::int AS mine,
                count(*) FILTER (WHERE application_name <> $1 AND state IN ('idle', 'active')
                                 AND pg_terminate_backend(pid))::int,
                current_setting('max_connections')::int
                  - current_setting('superuser_reserved_connections')::int - 1 AS most
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        [HOLDER],
      );
      const { mine = 0, most = 0 } = rows[0] ?? {};
      if (mine === most) return true;
      // Connections that are rejected are tried again.
      for (let more = most - mine; more > 0; more -= 1)
        holders.push(withClient(url, () => released).catch(() => undefined));
      return false;
    };
    try {
      await until(isFull, { deadlineMs: 60_000, everyMs: 250, what: 'all connections to be taken' });
      await meanwhile();
    } finally {
      release();
      await Promise.all(holders);
    }
  });
}

/** Locks the tables that visitors write to, like a forgotten manual transaction. */
export async function holdLocks(fleet: Fleet, meanwhile: () => Promise<void>): Promise<void> {
  await withClient(asSuperuser(fleet), async (superuser) => {
    await superuser.query('BEGIN');
    await superuser.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await meanwhile();
    await superuser.query('ROLLBACK');
  });
}

/**
 * Prepares `slowDown`; nothing is slow yet. A row is the switch, since removing a trigger would lock tables.
 */
export async function makeSlowable(fleet: Fleet): Promise<void> {
  const written = tables.filter((table) => !table.includes('summaries'));
  await withClient(asSuperuser(fleet), async (superuser) => {
    await superuser.query(
      `CREATE TABLE analytics.slowness AS SELECT 0::float8 AS seconds;
       CREATE FUNCTION analytics.take_long() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN PERFORM pg_sleep(seconds) FROM analytics.slowness; RETURN NEW; END $$;`,
    );
    for (const table of written)
      await superuser.query(
        `CREATE TRIGGER take_long BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION analytics.take_long()`,
      );
  });
}

/** Makes each row that is written take this long. */
export async function slowDown(fleet: Fleet, seconds: number, meanwhile: () => Promise<void>): Promise<void> {
  await withClient(asSuperuser(fleet), async (superuser) => {
    await superuser.query('UPDATE analytics.slowness SET seconds = $1', [seconds]);
    await meanwhile();
    await superuser.query('UPDATE analytics.slowness SET seconds = 0');
  });
}
