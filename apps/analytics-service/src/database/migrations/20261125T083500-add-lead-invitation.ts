import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLeadInvitation1795595700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.leads ADD COLUMN invitation_id uuid;
      COMMENT ON COLUMN analytics.leads.invitation_id IS 'Invitation with which the lead entered, in auth-service';
      DO $$ BEGIN
        EXECUTE 'GRANT INSERT (invitation_id) ON analytics.leads TO ' || quote_ident(current_setting('portal.app_role'));
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
