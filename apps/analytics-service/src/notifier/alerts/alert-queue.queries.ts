import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';
import { REPEAT_HOURS, type StoredAlert, type StoredAlertSettings, storedAlertSettings } from './alert.js';

/** Arbitrary number that no other program on the server locks: "SP" and a counter. */
const ALERT_LOCK = 0x5350_0004;
/** Days after which a waiting alert is dropped, such as after a long outage. */
const MAX_WAIT_DAYS = 3;

/** Returns the settings of alerts in effect; undefined before a gateway has sent any. */
export async function readAlertSettings(db: Queryable): Promise<StoredAlertSettings | undefined> {
  const sql = 'SELECT settings FROM outbox.alert_settings ORDER BY id DESC LIMIT 1';
  return (await queryRow(db, z.object({ settings: storedAlertSettings }), sql))?.settings;
}

export async function hasWaitingAlert(db: Queryable): Promise<boolean> {
  const sql = `SELECT FROM outbox.alerts WHERE state = 'waiting' LIMIT 1`;
  return (await queryRows(db, z.object({}), sql)).length > 0;
}

/** Reserves all alerts until the transaction ends. @returns the time of Postgres; undefined if another notifier has them */
export async function lockAlerts(db: Queryable): Promise<Date | undefined> {
  const sql = 'SELECT pg_try_advisory_xact_lock($1) AS "isFree", clock_timestamp() AS now';
  const lock = await queryRow(db, z.object({ isFree: z.boolean(), now: z.date() }), sql, [ALERT_LOCK]);
  return lock?.isFree ? lock.now : undefined;
}

/** Gives up alerts that waited for too long. */
export async function expireAlerts(db: Queryable): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.alerts SET state = 'expired', settled_at = clock_timestamp()
     WHERE state = 'waiting' AND created_at < clock_timestamp() - make_interval(days => $1)`,
    [MAX_WAIT_DAYS],
  );
}

/** Seconds after which an alert without a receiver is dropped. A change of the settings arrives within this time. */
const SETTINGS_SECONDS = 10;

/** Settles the waiting alerts of kinds that nobody receives. */
export async function settleKinds(
  db: Queryable,
  kinds: readonly string[],
  state: 'off' | 'unaddressed',
): Promise<void> {
  await execute(
    db,
    `UPDATE outbox.alerts SET state = $2, settled_at = clock_timestamp()
     WHERE state = 'waiting' AND kind = ANY ($1)
       AND created_at < clock_timestamp() - make_interval(secs => $3)`,
    [kinds, state, SETTINGS_SECONDS],
  );
}

export async function settleAlerts(
  db: Queryable,
  alerts: readonly Pick<StoredAlert, 'id'>[],
  state: 'sent' | 'digested' | 'repeated',
): Promise<void> {
  if (alerts.length === 0) return;
  await execute(
    db,
    'UPDATE outbox.alerts SET state = $2, settled_at = clock_timestamp() WHERE id = ANY ($1::uuid[])',
    [alerts.map(({ id }) => id), state],
  );
}

/** Counts the alerts that were sent at once in the last hour, by kind. */
export async function countSentInLastHour(db: Queryable): Promise<Record<string, number>> {
  const rows = await queryRows(
    db,
    z.object({ kind: z.string(), sent: z.number() }),
    `SELECT kind, count(*)::int AS sent FROM outbox.alerts
     WHERE state = 'sent' AND settled_at > clock_timestamp() - interval '1 hour'
       -- Later ones were settled before the clock was set back.
       AND settled_at < clock_timestamp() + interval '1 minute'
     GROUP BY kind`,
  );
  return Object.fromEntries(rows.map(({ kind, sent }) => [kind, sent]));
}

/** Returns when the oldest waiting alert of these kinds was stored. */
export async function oldestWaiting(db: Queryable, kinds: readonly string[]): Promise<Date | undefined> {
  const row = await queryRow(
    db,
    z.object({ first: z.date().nullable() }),
    `SELECT min(oldest.created_at) AS first FROM unnest($1::text[]) AS kinds (kind), LATERAL (
       SELECT created_at FROM outbox.alerts WHERE state = 'waiting' AND alerts.kind = kinds.kind
       ORDER BY created_at LIMIT 1) AS oldest`,
    [kinds],
  );
  return row?.first ?? undefined;
}

const stored = z.object({
  id: z.string(),
  kind: z.string(),
  personKey: z.string().nullable(),
  ids: z.record(z.string(), z.unknown()),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
  /** Whether an alert of the same kind and person was sent shortly before or after. */
  isRepeated: z.boolean(),
});
type WaitingAlert = z.output<typeof stored>;

/** Returns waiting alerts of these kinds, oldest first. */
export function waitingAlerts(
  db: Queryable,
  kinds: readonly string[],
  limit: number,
): Promise<WaitingAlert[]> {
  return queryRows(
    db,
    stored,
    `SELECT id, kind, person_key AS "personKey", ids, details, created_at AS "createdAt",
            person_key IS NOT NULL AND EXISTS (
              SELECT FROM outbox.alerts sent
              WHERE sent.kind = a.kind AND sent.person_key = a.person_key AND sent.state IN ('sent', 'digested')
                AND sent.created_at > a.created_at - make_interval(hours => $3)
                AND sent.created_at < a.created_at + make_interval(hours => $3)) AS "isRepeated"
     FROM outbox.alerts a WHERE state = 'waiting' AND kind = ANY ($1) ORDER BY created_at, id LIMIT $2`,
    [kinds, limit, REPEAT_HOURS],
  );
}
