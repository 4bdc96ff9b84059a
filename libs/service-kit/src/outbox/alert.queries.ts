import { execute, type Queryable } from '../postgres/query.js';
import type { OutgoingAlert } from './alert.js';

/**
 * Stores an alert in the transaction of the change that causes it, whether its kind is switched on or not. Does nothing
 * if the service has stored an alert with this key before.
 *
 * @param db the transaction of the change
 */
export async function enqueueAlert(db: Queryable, alert: OutgoingAlert): Promise<void> {
  const { key, kind, personKey, ids, details } = alert;
  await execute(
    db,
    `INSERT INTO outbox.alerts (idempotency_key, kind, person_key, ids, details)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [key, kind, personKey, JSON.stringify(ids), JSON.stringify(details)],
  );
}
