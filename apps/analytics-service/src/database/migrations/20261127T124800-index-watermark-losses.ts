import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the rule about the watermark. */
export class IndexWatermarkLosses1795783680000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.viewing_summaries_with_losses');
    await runner.query(
      `CREATE INDEX CONCURRENTLY viewing_summaries_with_losses ON analytics.viewing_summaries (viewing_session_id)
         WHERE watermark_losses > 0`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
