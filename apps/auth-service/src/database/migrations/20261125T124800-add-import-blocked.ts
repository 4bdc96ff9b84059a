import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddImportBlocked1795610880000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Addresses that were blocked between the check and the confirmation of an import.
      ALTER TABLE auth.imports ADD COLUMN blocked integer NOT NULL DEFAULT 0;

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (blocked) ON auth.imports TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
