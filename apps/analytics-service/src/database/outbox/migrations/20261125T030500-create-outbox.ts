import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entities describe tables and columns. */
export class CreateOutbox1795575900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MESSAGES);
    await runner.query(WEBHOOK_DELIVERIES);
    await runner.query(OUTCOMES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const MESSAGES = `
  CREATE TABLE outbox.messages (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The role that inserted the row. Services cannot set it.
    sender text NOT NULL DEFAULT current_user,
    idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    kind text NOT NULL,
    priority smallint NOT NULL,
    recipient text NOT NULL CHECK (length(recipient) <= 320 AND recipient !~ '[[:cntrl:][:space:]]'),
    language text NOT NULL CHECK (length(language) <= 35),
    payload jsonb NOT NULL CHECK (length(payload::text) <= 65536),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'waiting'
      CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'uncertain', 'expired')),
    reason text,
    detail text,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    attempted_at timestamptz,
    lease_until timestamptz,
    -- Whether the end of the text may have reached the server in the current attempt.
    data_ended boolean NOT NULL DEFAULT false,
    message_id text,
    finished_at timestamptz,
    UNIQUE (sender, idempotency_key)
  );
  COMMENT ON COLUMN outbox.messages.priority IS 'Sent in ascending order';
  COMMENT ON COLUMN outbox.messages.attempted_at IS 'Start of the last attempt; counts for MAIL_PER_MINUTE';
  CREATE INDEX messages_waiting ON outbox.messages (priority, created_at) WHERE state = 'waiting';
  CREATE INDEX messages_sending ON outbox.messages (lease_until) WHERE state = 'sending';
  CREATE INDEX messages_attempted ON outbox.messages (attempted_at);`;

const WEBHOOK_DELIVERIES = `
  CREATE TABLE outbox.webhook_deliveries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    sender text NOT NULL DEFAULT current_user,
    idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    endpoint_id uuid NOT NULL,
    endpoint_generation integer NOT NULL,
    url text NOT NULL CHECK (length(url) <= 2000),
    event_type text NOT NULL CHECK (event_type ~ '^[a-z0-9_.]{1,100}$'),
    data jsonb NOT NULL CHECK (length(data::text) <= 65536),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
    reason text,
    detail text,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz,
    finished_at timestamptz,
    UNIQUE (sender, idempotency_key)
  );
  CREATE INDEX webhook_deliveries_waiting ON outbox.webhook_deliveries (next_attempt_at) WHERE state = 'waiting';
  CREATE INDEX webhook_deliveries_sending ON outbox.webhook_deliveries (lease_until) WHERE state = 'sending';`;

/** What a service may read: the outcomes of the rows that it inserted itself. */
const OUTCOMES = `
  CREATE VIEW outbox.message_outcomes WITH (security_barrier) AS
    SELECT id, idempotency_key, kind, state, reason, detail, attempts, created_at, finished_at
    FROM outbox.messages WHERE sender = current_user;
  CREATE VIEW outbox.webhook_outcomes WITH (security_barrier) AS
    SELECT id, idempotency_key, endpoint_id, event_type, state, reason, detail, attempts, created_at, finished_at
    FROM outbox.webhook_deliveries WHERE sender = current_user;`;

/** Services insert only what a mail or webhook shows. The notifier cannot change it. */
const GRANTS = `
  DO $$
  DECLARE
    notifier text := quote_ident(current_setting('portal.app_role'));
    writer text;
  BEGIN
    EXECUTE 'GRANT SELECT, UPDATE (state, reason, detail, attempts, next_attempt_at, attempted_at, lease_until,
      data_ended, message_id, finished_at, expires_at) ON outbox.messages TO ' || notifier;
    EXECUTE 'GRANT SELECT, UPDATE (state, reason, detail, attempts, next_attempt_at, lease_until, finished_at)
      ON outbox.webhook_deliveries TO ' || notifier;
    FOREACH writer IN ARRAY string_to_array(current_setting('portal.writer_roles'), ',') LOOP
      EXECUTE format('GRANT INSERT (idempotency_key, kind, priority, recipient, language, payload, expires_at)
        ON outbox.messages TO %I', writer);
      EXECUTE format('GRANT INSERT (idempotency_key, endpoint_id, endpoint_generation, url, event_type, data)
        ON outbox.webhook_deliveries TO %I', writer);
      EXECUTE format('GRANT SELECT ON outbox.message_outcomes, outbox.webhook_outcomes TO %I', writer);
    END LOOP;
  END $$;`;
