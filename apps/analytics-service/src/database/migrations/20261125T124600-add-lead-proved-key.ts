import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLeadProvedKey1795610760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.leads ADD COLUMN proved_key text;
      COMMENT ON COLUMN analytics.leads.proved_key IS 'Known form of a proved address; NULL for a claimed one';
      DO $$ BEGIN
        EXECUTE 'GRANT INSERT (proved_key) ON analytics.leads TO ' || quote_ident(current_setting('portal.app_role'));
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
