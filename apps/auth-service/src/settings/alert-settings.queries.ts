import type { AlertSettings } from '@secure-preview/contracts';
import { execute, type Queryable } from '@secure-preview/service-kit/postgres';

/** Serialises the gateways that send the settings, until the transaction ends. */
export async function lockAlertSettings(transaction: Queryable): Promise<void> {
  await execute(transaction, `SELECT pg_advisory_xact_lock(hashtextextended('alert settings', 0))`);
}

/** Stores the settings of alerts for the notifier, unless the newest ones are the same. */
export async function storeAlertSettings(transaction: Queryable, settings: AlertSettings): Promise<void> {
  await execute(
    transaction,
    `INSERT INTO outbox.alert_settings (settings)
     SELECT $1::jsonb
     WHERE $1::jsonb IS DISTINCT FROM (SELECT settings FROM outbox.alert_settings ORDER BY id DESC LIMIT 1)`,
    [JSON.stringify(settings)],
  );
}
