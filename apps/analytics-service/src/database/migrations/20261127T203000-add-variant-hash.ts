import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entity describes the column. The role may insert it, and change it as little as the others. */
export class AddVariantHash1795811400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.segment_deliveries ADD COLUMN variant_hash bytea;
      COMMENT ON COLUMN analytics.segment_deliveries.variant_hash IS
        'Salted hash of the variant of a marked segment; analytics-service does not have the salt';
      DO $$
      BEGIN
        EXECUTE 'GRANT INSERT (variant_hash) ON analytics.segment_deliveries TO '
          || quote_ident(current_setting('portal.app_role'));
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
