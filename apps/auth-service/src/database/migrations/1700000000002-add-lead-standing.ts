import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLeadStanding1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whose session reached the uploader level; unknown for sessions from before.
      ALTER TABLE auth.staff_sessions ADD COLUMN lead_id uuid;
      CREATE INDEX staff_sessions_of_lead ON auth.staff_sessions (lead_id) WHERE lead_id IS NOT NULL;
      -- Each time somebody shut a lead out or let it in again; the newest of a lead counts. A row is never changed.
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
      DO $$ BEGIN
        EXECUTE format('GRANT INSERT (lead_id) ON auth.staff_sessions TO %I', current_setting('portal.app_role'));
        -- Every column but the time and the row's own id, which Postgres alone sets.
        EXECUTE format('GRANT SELECT, INSERT (command_id, lead_id, ended, by_session) ON auth.ended_visits TO %I',
          current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
