import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the rule about networks. A block range index costs writers next to nothing. */
export class IndexRecordedDeliveries1795783560000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.segment_deliveries_by_record');
    await runner.query(
      `CREATE INDEX CONCURRENTLY segment_deliveries_by_record ON analytics.segment_deliveries
         USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
