import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is said of missing sizes has a place of its own, so that it and a poster's warning leave each other alone. */
export class Warnings1700000000005 implements MigrationInterface {
  name = 'Warnings1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE trailer ADD COLUMN ladder_warning text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
