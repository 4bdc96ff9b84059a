import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the rules about visits. A block range index costs writers next to nothing. */
export class IndexDeliveriesByTime1795783500000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.delivery_summaries_by_time');
    await runner.query(
      `CREATE INDEX CONCURRENTLY delivery_summaries_by_time ON analytics.delivery_summaries
         USING brin (last_at) WITH (pages_per_range = 32, autosummarize = on)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
