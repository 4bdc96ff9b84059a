import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time of the last good backup, which a metric reports. */
export class CreateLastBackup1795422000000 implements MigrationInterface {
  name = 'CreateLastBackup1795422000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE last_backup (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        completed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON last_backup TO %I',
                       current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
