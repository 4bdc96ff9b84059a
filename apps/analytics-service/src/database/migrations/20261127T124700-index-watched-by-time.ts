import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the rule about sessions. A block range index costs writers next to nothing. */
export class IndexWatchedByTime1795783620000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.watched_summaries_by_time');
    await runner.query(
      `CREATE INDEX CONCURRENTLY watched_summaries_by_time ON analytics.watched_summaries
         USING brin (played_at) WITH (pages_per_range = 32, autosummarize = on)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
