import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index has no entries for claimed leads, so it costs their inserts nothing. */
export class IndexProvedLeads1795610820000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.leads_not_claimed');
    await runner.query(`
      CREATE INDEX CONCURRENTLY leads_not_claimed ON analytics.leads (proved_key)
      WHERE verified_by <> 'none'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
