import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entity describes the column. */
export class AddNamesOfDismissals1795813200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.flags ADD COLUMN dismissed_by_name text;
      DO $$
      DECLARE
        app text := quote_ident(current_setting('portal.app_role'));
      BEGIN
        EXECUTE 'GRANT UPDATE (dismissed_by_name) ON analytics.flags TO ' || app;
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
