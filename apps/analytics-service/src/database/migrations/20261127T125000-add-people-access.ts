import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entity describes the columns. The right to change rows of the table includes new columns. */
export class AddPeopleAccess1795783800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.people
        ADD COLUMN blocked boolean NOT NULL DEFAULT false,
        ADD COLUMN blocks_version bigint,
        ADD COLUMN compared_networks integer,
        ADD COLUMN compared_at timestamptz;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
