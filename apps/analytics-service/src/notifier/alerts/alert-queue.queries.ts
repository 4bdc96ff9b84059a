import { flagKinds } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import { z } from 'zod';
import { REPEAT_HOURS, type StoredAlert, type StoredAlertSettings, storedAlertSettings } from './alert.js';
import type { AlertClass } from './alert-class.js';

/** Arbitrary number that no other program on the server locks: "SP" and a counter. */
const ALERT_LOCK = 0x5350_0004;
/** Key of the class of an alert (`alertClasses`). Only people can be proved. */
const CLASS = `concat_ws(' ', kind,
  CASE WHEN kind = 'flagged' AND ids->>'flagKind' IN (${flagKinds.map((kind) => `'${kind}'`).join()})
       THEN ids->>'flagKind' END,
  CASE WHEN kind IN ('firstPlay', 'finished', 'flagged') AND details->'isProved' = 'true' THEN 'proved' END)`;
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

/** Counts the alerts that were sent at once in the last hour, by the key of their class. */
export async function countSentInLastHour(db: Queryable): Promise<Record<string, number>> {
  const rows = await queryRows(
    db,
    z.object({ key: z.string(), sent: z.number() }),
    `SELECT ${CLASS} AS key, count(*)::int AS sent FROM outbox.alerts
     WHERE state = 'sent' AND settled_at > clock_timestamp() - interval '1 hour'
       -- Later ones were settled before the clock was set back.
       AND settled_at < clock_timestamp() + interval '1 minute'
     GROUP BY key`,
  );
  return Object.fromEntries(rows.map(({ key, sent }) => [key, sent]));
}

const kindsOf = (classes: readonly AlertClass[]) => [...new Set(classes.map(({ kind }) => kind))];
const keysOf = (classes: readonly AlertClass[]) => classes.map(({ key }) => key);

/** Returns when the oldest waiting alert of these classes was stored. */
export async function oldestWaiting(
  db: Queryable,
  classes: readonly AlertClass[],
): Promise<Date | undefined> {
  const row = await queryRow(
    db,
    z.object({ first: z.date().nullable() }),
    `SELECT min(oldest.created_at) AS first FROM unnest($1::text[]) AS kinds (name), LATERAL (
       SELECT created_at FROM outbox.alerts WHERE state = 'waiting' AND kind = kinds.name AND ${CLASS} = ANY ($2)
       ORDER BY created_at LIMIT 1) AS oldest`,
    [kindsOf(classes), keysOf(classes)],
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
  alertClass: z.string(),
  /** Whether an alert of the same kind and person was sent shortly before or after. */
  isRepeated: z.boolean(),
});
type WaitingAlert = z.output<typeof stored>;

/**
 * Returns waiting alerts in the order of `classes`, the oldest of each class first.
 *
 * @param limit alerts of each class, so that a flood of one does not hide the others
 */
export function waitingAlerts(
  db: Queryable,
  classes: readonly AlertClass[],
  limit: number,
): Promise<WaitingAlert[]> {
  return queryRows(
    db,
    stored,
    `WITH waiting AS (
       SELECT id, ${CLASS} AS class, row_number() OVER (PARTITION BY ${CLASS} ORDER BY created_at, id) AS number
       FROM outbox.alerts WHERE state = 'waiting' AND kind = ANY ($1) AND ${CLASS} = ANY ($2))
     SELECT id, kind, person_key AS "personKey", ids, details, created_at AS "createdAt", class AS "alertClass",
            person_key IS NOT NULL AND EXISTS (
              SELECT FROM outbox.alerts sent
              WHERE sent.kind = a.kind AND sent.person_key = a.person_key AND sent.state IN ('sent', 'digested')
                AND sent.ids->>'flagKind' IS NOT DISTINCT FROM a.ids->>'flagKind'
                AND sent.created_at > a.created_at - make_interval(hours => $4)
                AND sent.created_at < a.created_at + make_interval(hours => $4)) AS "isRepeated"
     FROM waiting JOIN outbox.alerts a USING (id) WHERE number <= $3
     ORDER BY array_position($2::text[], class), created_at, id`,
    [kindsOf(classes), keysOf(classes), limit, REPEAT_HOURS],
  );
}
