import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entity describes the column. The right to change rows of the table includes new columns. */
export class AddSentParts1795798800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.delivery_summaries ADD COLUMN parts int4multirange NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN analytics.delivery_summaries.parts IS
        'Milliseconds of the trailer: whole lengths of segments of which a part was sent';`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
