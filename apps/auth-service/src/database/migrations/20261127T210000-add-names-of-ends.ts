import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who ended a visit or a playback, or allowed it again, as blocks and invitations say it. */
export class AddNamesOfEnds1795813200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Name that the administrator entered at the gate. NULL for a flag, and for changes of earlier versions.
      ALTER TABLE auth.ended_visits ADD COLUMN by_name text;
      ALTER TABLE auth.ended_playbacks ADD COLUMN by_name text;
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (by_name) ON auth.ended_visits TO %I', app);
        EXECUTE format('GRANT INSERT (by_name) ON auth.ended_playbacks TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
