import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads all segments without blocking writers. */
export class ValidateTwins1795811520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media.segments VALIDATE CONSTRAINT segments_twin');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
