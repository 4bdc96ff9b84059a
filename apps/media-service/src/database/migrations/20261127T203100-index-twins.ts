import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the deletion of objects, which checks that no segment refers to them. */
export class IndexTwins1795811460000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS media.segments_twin_object_key');
    await runner.query(
      'CREATE INDEX CONCURRENTLY segments_twin_object_key ON media.segments (twin_object_key)',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
