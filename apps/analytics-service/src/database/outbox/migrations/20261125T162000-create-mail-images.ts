import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the images in mails. media-service inserts them; the notifier and previews of mails read them. */
export class CreateMailImages1795623600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IMAGES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const IMAGES = `
  CREATE TABLE outbox.images (
    id uuid PRIMARY KEY,
    content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png')),
    content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 200000),
    width integer NOT NULL CHECK (width > 0),
    height integer NOT NULL CHECK (height > 0),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  COMMENT ON TABLE outbox.images IS 'Small copies of the images of the gate, under the same ids';`;

/** Some tests of other services create the outbox without these roles. */
const GRANTS = `
  DO $$
  DECLARE
    media text := quote_ident(current_setting('portal.media_role', true));
    analytics text := quote_ident(current_setting('portal.analytics_role', true));
  BEGIN
    EXECUTE 'GRANT SELECT ON outbox.images TO ' || quote_ident(current_setting('portal.app_role'));
    IF media IS NOT NULL THEN
      EXECUTE 'GRANT INSERT (id, content_type, content, width, height) ON outbox.images TO ' || media;
    END IF;
    IF analytics IS NOT NULL THEN
      EXECUTE 'GRANT SELECT ON outbox.images TO ' || analytics;
    END IF;
  END $$;`;
