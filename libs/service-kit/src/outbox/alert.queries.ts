import { execute, type Queryable } from '../postgres/query.js';
import type { OutgoingAlert } from './alert.js';

/**
 * Returns a statement that stores alerts, for a statement that stores their cause as well. Stores none whose key the
 * service has stored before.
 *
 * @param rows statement that returns key, kind, person key, ids and details of each alert
 */
export const insertAlerts = (rows: string): string =>
  `INSERT INTO outbox.alerts (idempotency_key, kind, person_key, ids, details) ${rows} ON CONFLICT DO NOTHING`;

const INSERT_ALERT = insertAlerts('VALUES ($1, $2, $3, $4, $5)');

/**
 * Stores an alert in the transaction of the change that causes it, whether its kind is switched on or not. Does nothing
 * if the service has stored an alert with this key before.
 *
 * @param db the transaction of the change
 */
export async function enqueueAlert(db: Queryable, alert: OutgoingAlert): Promise<void> {
  const { key, kind, personKey, ids, details } = alert;
  await execute(db, INSERT_ALERT, [key, kind, personKey, JSON.stringify(ids), JSON.stringify(details)]);
}
