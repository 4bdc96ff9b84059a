import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds a part of a name or e-mail without reading every lead, where the server has the trigram extension. */
export class IndexLeadSearch1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$
      DECLARE home text;
      BEGIN
        BEGIN
          CREATE EXTENSION IF NOT EXISTS pg_trgm;
        EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
          RAISE NOTICE 'Leads are searched without an index: %', SQLERRM;
        END;
        -- Another service, or the operator, may have put it into a schema of theirs.
        SELECT extnamespace::regnamespace::text INTO home FROM pg_extension WHERE extname = 'pg_trgm';
        IF home IS NOT NULL THEN
          EXECUTE format(
            'CREATE INDEX leads_search ON analytics.leads USING gin (search_text %s.gin_trgm_ops)', home);
        END IF;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
