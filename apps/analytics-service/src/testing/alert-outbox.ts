import { enqueueAlert, type OutgoingAlert } from '@secure-preview/service-kit/outbox';
import type { RunningOutbox } from './running-outbox.js';

/** Settings of alerts that a test changes. */
export const alertSettings = {
  rules: {} as Record<string, { when: string; mail: boolean; webhook: boolean }>,
  recipient: 'desk@halcyon.example' as string | null,
  language: 'en',
  companyName: 'Halcyon',
  timeZone: 'Europe/Berlin',
  webhook: null as object | null,
};

/** Puts settings of alerts into effect, as auth-service does. */
export const applyAlertSettings = (outbox: RunningOutbox, changed: Partial<typeof alertSettings>) =>
  outbox.service.query('INSERT INTO outbox.alert_settings (settings) VALUES ($1)', [
    JSON.stringify({ ...alertSettings, ...changed }),
  ]);

/** Stores an alert about a person, created before some minutes. */
export async function storeAlert(
  outbox: RunningOutbox,
  alert: Partial<OutgoingAlert> & Pick<OutgoingAlert, 'key' | 'kind'>,
  minutesAgo = 0,
): Promise<void> {
  const person = { name: 'Ada Lovelace', email: 'ada@example.org', isProved: true };
  await outbox.owner.transaction(async (db) => {
    await enqueueAlert(db, { personKey: alert.key, ids: { personId: alert.key }, details: person, ...alert });
    await db.query(
      'UPDATE outbox.alerts SET created_at = clock_timestamp() - make_interval(mins => $2) WHERE idempotency_key = $1',
      [alert.key, minutesAgo],
    );
  });
}

/** Returns the states of all alerts, by their key. */
export async function alertStates(outbox: RunningOutbox): Promise<Record<string, string>> {
  const rows: { key: string; state: string }[] = await outbox.owner.query(
    'SELECT idempotency_key AS key, state FROM outbox.alerts ORDER BY created_at',
  );
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]));
}
