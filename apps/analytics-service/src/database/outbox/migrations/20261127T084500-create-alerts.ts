import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores alerts until the notifier decides about them. The entities describe tables and columns. */
export class CreateAlerts1795769100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALERTS);
    await runner.query(SETTINGS);
    await runner.query(OUTCOMES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const ALERTS = `
  CREATE TABLE outbox.alerts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The role that inserted the row. Services cannot set it.
    sender text NOT NULL DEFAULT current_user,
    idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    kind text NOT NULL CHECK (kind ~ '^[A-Za-z]{1,50}$'),
    person_key text CHECK (length(person_key) <= 400),
    ids jsonb NOT NULL CHECK (length(ids::text) <= 2000),
    details jsonb NOT NULL CHECK (length(details::text) <= 20000),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    state text NOT NULL DEFAULT 'waiting'
      CHECK (state IN ('waiting', 'sent', 'digested', 'off', 'repeated', 'expired', 'unaddressed')),
    settled_at timestamptz,
    UNIQUE (sender, idempotency_key)
  );
  CREATE INDEX alerts_waiting ON outbox.alerts (kind, created_at) WHERE state = 'waiting';
  CREATE INDEX alerts_of_person ON outbox.alerts (kind, person_key, created_at)
    WHERE person_key IS NOT NULL AND state IN ('sent', 'digested');
  CREATE INDEX alerts_sent ON outbox.alerts (kind, settled_at) WHERE state = 'sent';`;

const SETTINGS = `
  CREATE TABLE outbox.alert_settings (
    -- In the order of commits: auth-service inserts one at a time. The newest row is in effect.
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    settings jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );`;

/** auth-service lists alerts and webhooks that were not sent, of all services. */
const OUTCOMES = `
  CREATE VIEW outbox.alert_outcomes WITH (security_barrier) AS
    SELECT id, kind, state, reason, detail, attempts, created_at, finished_at
    FROM outbox.messages WHERE kind = 'alert';
  CREATE VIEW outbox.endpoint_outcomes WITH (security_barrier) AS
    SELECT id, idempotency_key, endpoint_id, event_type, state, reason, detail, attempts, created_at, finished_at
    FROM outbox.webhook_deliveries;`;

/**
 * The notifier turns alerts into mails and webhooks. Only auth-service has settings. Some tests of other services create
 * the outbox without its role.
 */
const GRANTS = `
  DO $$
  DECLARE
    notifier text := quote_ident(current_setting('portal.app_role'));
    auth text := quote_ident(current_setting('portal.auth_role', true));
    writer text;
  BEGIN
    EXECUTE 'GRANT SELECT, UPDATE (state, settled_at) ON outbox.alerts TO ' || notifier;
    EXECUTE 'GRANT SELECT ON outbox.alert_settings TO ' || notifier;
    EXECUTE 'GRANT INSERT (idempotency_key, kind, priority, recipient, language, payload, expires_at)
      ON outbox.messages TO ' || notifier;
    EXECUTE 'GRANT INSERT (idempotency_key, endpoint_id, endpoint_generation, url, event_type, data)
      ON outbox.webhook_deliveries TO ' || notifier;
    FOREACH writer IN ARRAY string_to_array(current_setting('portal.writer_roles'), ',')
                            || current_setting('portal.worker_role') LOOP
      EXECUTE format('GRANT INSERT (idempotency_key, kind, person_key, ids, details) ON outbox.alerts TO %I', writer);
    END LOOP;
    IF auth IS NOT NULL THEN
      EXECUTE 'GRANT SELECT, INSERT (settings) ON outbox.alert_settings TO ' || auth;
      EXECUTE 'GRANT SELECT ON outbox.alert_outcomes, outbox.endpoint_outcomes TO ' || auth;
    END IF;
  END $$;`;
