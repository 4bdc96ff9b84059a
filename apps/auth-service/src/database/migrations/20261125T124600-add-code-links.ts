import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCodeLinks1795610760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Requested with a valid invitation link. Such codes have an allowance of their own.
      ALTER TABLE auth.codes ADD COLUMN by_link boolean NOT NULL DEFAULT false;

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (by_link) ON auth.codes TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
