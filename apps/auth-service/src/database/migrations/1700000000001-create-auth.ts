import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuth1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.upload_password (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        hash text NOT NULL,
        epoch integer NOT NULL CHECK (epoch > 0),
        -- The command that set it, so that a command sent twice changes it once.
        command_id uuid NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- Sessions that reached the uploader level; they are staff and no part of viewer figures.
      CREATE TABLE auth.staff_sessions (
        session_ref uuid PRIMARY KEY,
        ip text NOT NULL,
        user_agent text,
        since timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      DO $$ BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON auth.upload_password TO %I', current_setting('portal.app_role'));
        -- Every column but the time, which Postgres alone sets.
        EXECUTE format('GRANT SELECT, INSERT (session_ref, ip, user_agent) ON auth.staff_sessions TO %I',
          current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
