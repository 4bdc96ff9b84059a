import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the gate's images, and allows their uploads. */
export class CreateGateImages1795610700000 implements MigrationInterface {
  name = 'CreateGateImages1795610700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media.upload_tickets DROP CONSTRAINT upload_tickets_kind_check;
      ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_kind_check
        CHECK (kind IN ('video', 'poster', 'logo', 'keyArt'));

      CREATE TABLE media.gate_images (
        id uuid PRIMARY KEY,
        source_key text NOT NULL UNIQUE,
        kind text NOT NULL CHECK (kind IN ('logo', 'keyArt')),
        object_key text NOT NULL UNIQUE REFERENCES media.stored_objects (key) ON DELETE CASCADE,
        content_type text NOT NULL,
        bytes integer NOT NULL CHECK (bytes > 0),
        width integer NOT NULL CHECK (width > 0),
        height integer NOT NULL CHECK (height > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT ON media.gate_images TO %I', current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
