import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddDecisionCommand1795653360000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Command that decided several requests together. A repeated command gets the first answer.
      ALTER TABLE auth.access_requests ADD COLUMN decision_command_id uuid;

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT UPDATE (decision_command_id) ON auth.access_requests TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
