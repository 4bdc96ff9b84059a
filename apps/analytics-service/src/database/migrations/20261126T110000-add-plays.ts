import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddPlays1795690800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.progress_events ADD COLUMN plays jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN analytics.progress_events.plays IS
        'Plays that are new or longer since the previous event: [number in the viewing, from, to], in seconds';
      ALTER TABLE analytics.viewing_summaries
        ADD COLUMN plays_from integer[] NOT NULL DEFAULT '{}',
        ADD COLUMN plays_to integer[] NOT NULL DEFAULT '{}',
        ADD COLUMN pending_plays jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN analytics.viewing_summaries.plays_from IS 'Milliseconds of the trailer';
      ALTER TABLE analytics.watched_summaries ADD COLUMN played_seconds double precision NOT NULL DEFAULT 0;
      DO $$ BEGIN
        EXECUTE 'GRANT INSERT (plays) ON analytics.progress_events TO ' || quote_ident(current_setting('portal.app_role'));
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
