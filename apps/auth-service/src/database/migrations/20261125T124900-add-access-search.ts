import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddAccessSearch1795610940000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Folded texts in which requests and blocks are searched.
      ALTER TABLE auth.access_requests ADD COLUMN search_text text NOT NULL DEFAULT '';
      ALTER TABLE auth.blocks ADD COLUMN search_text text NOT NULL DEFAULT '';

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (search_text) ON auth.access_requests, auth.blocks TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
