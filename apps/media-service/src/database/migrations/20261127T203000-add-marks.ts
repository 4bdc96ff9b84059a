import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what forensic marking stores: second variants of segments, keys of patterns, and codewords of people. */
export class AddMarks1795811400000 implements MigrationInterface {
  name = 'AddMarks1795811400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media.trailers ADD COLUMN mark_segment_seconds double precision
        CHECK (mark_segment_seconds BETWEEN 0.5 AND 1);
      COMMENT ON COLUMN media.trailers.mark_segment_seconds IS 'Seconds of a marked segment; null for unmarked trailers';

      -- The variant of bit 0 is object_key, the variant of bit 1 is twin_object_key.
      -- Later migrations validate the constraint and index the keys.
      ALTER TABLE media.segments
        ADD COLUMN twin_object_key text REFERENCES media.stored_objects (key),
        ADD COLUMN twin_bytes bigint,
        ADD COLUMN twin_iv bytea,
        ADD CONSTRAINT segments_twin CHECK (
          (twin_object_key IS NULL) = (twin_bytes IS NULL)
          AND (twin_object_key IS NOT NULL OR twin_iv IS NULL)
          AND twin_bytes > 0
          AND length(twin_iv) = 16
        ) NOT VALID;

      -- The key of the patterns of a marked trailer, itself encrypted with MEDIA_SECRET.
      CREATE TABLE media.marks (
        trailer_id uuid PRIMARY KEY REFERENCES media.trailers (id) ON DELETE CASCADE,
        pattern_key bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- Rows are never changed: they decide which variants a person was sent.
      CREATE TABLE media.codewords (
        trailer_id uuid NOT NULL REFERENCES media.trailers (id) ON DELETE CASCADE,
        mark_id uuid NOT NULL,
        bits bytea NOT NULL CHECK (length(bits) > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (trailer_id, mark_id)
      );
      COMMENT ON COLUMN media.codewords.bits IS 'Bit k selects the variant of segment k, lowest bit of a byte first';
    `);
    // A worker reads untrusted files, so it learns only whether a trailer has codewords.
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON media.marks TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT ON media.codewords TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON media.marks TO %I', current_setting('portal.worker_role'));
        EXECUTE format('GRANT SELECT (trailer_id) ON media.codewords TO %I', current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
