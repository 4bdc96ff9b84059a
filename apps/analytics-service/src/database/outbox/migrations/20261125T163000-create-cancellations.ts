import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets services cancel their mails. The entity describes the table. */
export class CreateCancellations1795624200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CANCELLATIONS);
    await runner.query(OUTCOMES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const CANCELLATIONS = `
  CREATE TABLE outbox.cancellations (
    -- The role that inserted the row. Services cannot set it.
    sender text NOT NULL DEFAULT current_user,
    idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    reason text NOT NULL CHECK (reason ~ '^[A-Z_]{1,50}$'),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (sender, idempotency_key)
  );`;

/** Shows a cancelled mail as expired before the notifier has marked it. */
const OUTCOMES = `
  CREATE OR REPLACE VIEW outbox.message_outcomes WITH (security_barrier) AS
    SELECT m.id, m.idempotency_key, m.kind,
           CASE WHEN m.state = 'waiting' AND c.reason IS NOT NULL THEN 'expired' ELSE m.state END AS state,
           CASE WHEN m.state = 'waiting' THEN coalesce(c.reason, m.reason) ELSE m.reason END AS reason,
           m.detail, m.attempts, m.created_at, m.finished_at
    FROM outbox.messages m LEFT JOIN outbox.cancellations c USING (sender, idempotency_key)
    WHERE m.sender = current_user;`;

const GRANTS = `
  DO $$
  DECLARE writer text;
  BEGIN
    EXECUTE 'GRANT SELECT ON outbox.cancellations TO ' || quote_ident(current_setting('portal.app_role'));
    FOREACH writer IN ARRAY string_to_array(current_setting('portal.writer_roles'), ',') LOOP
      EXECUTE format('GRANT INSERT (idempotency_key, reason) ON outbox.cancellations TO %I', writer);
    END LOOP;
  END $$;`;
