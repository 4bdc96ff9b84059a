import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entities describe tables and columns. */
export class AddFlags1795782600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.viewing_summaries
        ADD COLUMN seeks integer NOT NULL DEFAULT 0,
        ADD COLUMN watermark_losses integer NOT NULL DEFAULT 0;
      CREATE TABLE analytics.flags (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        lead_id uuid NOT NULL,
        trailer_id uuid,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        facts jsonb NOT NULL,
        dismissed_at timestamptz,
        wants_block boolean NOT NULL DEFAULT false,
        blocked_at timestamptz,
        UNIQUE NULLS NOT DISTINCT (lead_id, kind, trailer_id)
      );
      DO $$
      DECLARE
        app text := quote_ident(current_setting('portal.app_role'));
      BEGIN
        EXECUTE 'GRANT SELECT, INSERT (id, kind, lead_id, trailer_id, facts, wants_block),
                   UPDATE (dismissed_at, blocked_at) ON analytics.flags TO ' || app;
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
