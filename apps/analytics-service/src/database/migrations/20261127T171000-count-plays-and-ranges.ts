import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountPlaysAndRanges1795799400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.watched_summaries
        ADD COLUMN play_count integer NOT NULL DEFAULT 0,
        ADD COLUMN range_count integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN analytics.watched_summaries.play_count IS 'Plays that are stored in all viewings';
      COMMENT ON COLUMN analytics.watched_summaries.range_count IS
        'Ranges that are stored in all viewings, counted separately in each';
      UPDATE analytics.watched_summaries w SET play_count = counted.plays, range_count = counted.ranges
      FROM (SELECT v.lead_id, v.trailer_id, sum(cardinality(s.plays_from)) AS plays,
                   sum(jsonb_array_length(s.ranges)) AS ranges
            FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
            GROUP BY 1, 2) AS counted
      WHERE w.lead_id = counted.lead_id AND w.trailer_id IS NOT DISTINCT FROM counted.trailer_id;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
