import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index has no entries for leads without an invitation, so it costs their inserts nothing. */
export class IndexLeadInvitation1795595760000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.leads_of_invitation');
    await runner.query(`
      CREATE INDEX CONCURRENTLY leads_of_invitation ON analytics.leads (invitation_id)
      WHERE invitation_id IS NOT NULL`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
