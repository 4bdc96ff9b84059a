import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the engagement of a version. */
export class IndexViewingsOfTrailer1795769100000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analytics.viewing_sessions_of_trailer');
    await runner.query(
      'CREATE INDEX CONCURRENTLY viewing_sessions_of_trailer ON analytics.viewing_sessions (trailer_id)',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
