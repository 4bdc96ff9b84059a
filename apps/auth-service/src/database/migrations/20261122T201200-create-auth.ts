import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuth1795378320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.upload_passwords (
        -- Limits the table to one row.
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        hash text NOT NULL,
        epoch integer NOT NULL CHECK (epoch > 0),
        -- The command that set the password. A command that is sent twice changes the password once.
        command_id uuid NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- Sessions that reached the uploader level. Their leads are staff and excluded from viewing stats.
      CREATE TABLE auth.staff_sessions (
        session_ref uuid PRIMARY KEY,
        ip text NOT NULL,
        user_agent text,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- NULL if the gateway did not know the lead of the session.
        lead_id uuid
      );
      CREATE INDEX staff_sessions_of_lead ON auth.staff_sessions (lead_id) WHERE lead_id IS NOT NULL;

      -- Each time an administrator ended or allowed the visit of a lead. The newest row of a lead counts.
      -- Rows are never changed.
      CREATE TABLE auth.ended_visits (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        command_id uuid NOT NULL UNIQUE,
        lead_id uuid NOT NULL,
        ended boolean NOT NULL,
        -- Public id of the administrator's session.
        by_session uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ended_visits_of_lead ON auth.ended_visits (lead_id, id DESC);

      -- The application cannot change rows of staff_sessions and ended_visits, or set their times and ids.
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON auth.upload_passwords TO %I', app);
        EXECUTE format('GRANT SELECT, INSERT (session_ref, lead_id, ip, user_agent) ON auth.staff_sessions TO %I', app);
        EXECUTE format('GRANT SELECT, INSERT (command_id, lead_id, ended, by_session) ON auth.ended_visits TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
