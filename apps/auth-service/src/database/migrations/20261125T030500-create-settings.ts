import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSettings1795575900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each version of what administrators changed from the defaults. The newest counts. Rows are never changed.
      CREATE TABLE auth.settings_versions (
        version integer PRIMARY KEY CHECK (version > 0),
        -- A command that is sent twice is stored once.
        command_id uuid NOT NULL UNIQUE,
        overrides jsonb NOT NULL,
        -- Public id of the administrator's session. NULL for a command of an operator, as is the name.
        by_session uuid,
        -- Name that the administrator entered at the gate.
        by_name text,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- The application cannot change rows, or set their times.
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, INSERT (version, command_id, overrides, by_session, by_name)
          ON auth.settings_versions TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
