import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Captions of trailers, one text for each language. */
export class Captions1700000000004 implements MigrationInterface {
  name = 'Captions1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The id is another one for every text, so that what it names never changes.
      CREATE TABLE caption (
        id uuid PRIMARY KEY,
        command_id text NOT NULL UNIQUE,
        trailer_id uuid NOT NULL REFERENCES trailer (id) ON DELETE CASCADE,
        language text NOT NULL,
        label text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        UNIQUE (trailer_id, language)
      );
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON caption TO %I', current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
