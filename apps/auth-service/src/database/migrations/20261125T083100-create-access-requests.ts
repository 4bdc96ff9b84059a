import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccessRequests1795595460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Requests of visitors to be let in.
      CREATE TABLE auth.access_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        -- A command that is sent twice is stored once.
        command_id uuid NOT NULL UNIQUE,
        email_key text NOT NULL,
        -- As typed; not proved.
        email text NOT NULL,
        name text NOT NULL,
        reason text NOT NULL,
        language text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'allowed', 'dismissed')),
        -- Public id of the session of the administrator who decided, and the name entered at the gate.
        decided_by_session uuid,
        decided_by_name text,
        decided_at timestamptz,
        CHECK ((state = 'open') = (decided_at IS NULL))
      );
      CREATE UNIQUE INDEX access_requests_open ON auth.access_requests (email_key) WHERE state = 'open';
      CREATE INDEX access_requests_of_address ON auth.access_requests (email_key, at);
      CREATE INDEX access_requests_listed ON auth.access_requests ((state = 'open') DESC, at DESC, id);

      -- The application decides about requests. It cannot change what a visitor wrote, or when.
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, INSERT (command_id, email_key, email, name, reason, language),
          UPDATE (state, decided_by_session, decided_by_name, decided_at) ON auth.access_requests TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
