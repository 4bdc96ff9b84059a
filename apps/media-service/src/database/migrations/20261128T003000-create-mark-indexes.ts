import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the indexes by which found copies are compared with marked trailers. */
export class CreateMarkIndexes1795825800000 implements MigrationInterface {
  name = 'CreateMarkIndexes1795825800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media.mark_indexes (
        trailer_id uuid PRIMARY KEY REFERENCES media.trailers (id) ON DELETE CASCADE,
        format integer NOT NULL,
        erased integer[] NOT NULL,
        checked_segments integer NOT NULL CHECK (checked_segments >= 0),
        readable_segments integer NOT NULL CHECK (readable_segments BETWEEN 0 AND checked_segments),
        bits double precision NOT NULL CHECK (bits >= 0),
        checked_seconds double precision NOT NULL CHECK (checked_seconds >= 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      COMMENT ON COLUMN media.mark_indexes.erased IS 'Segments that carry no mark, counted from 0';
      COMMENT ON COLUMN media.mark_indexes.bits IS 'What a small and poor copy of checked_seconds says about a codeword';

      -- An index has some MB. Its parts keep the rows small, so backups and statements stay within their limits.
      CREATE TABLE media.mark_index_parts (
        trailer_id uuid NOT NULL REFERENCES media.mark_indexes (trailer_id) ON DELETE CASCADE,
        part integer NOT NULL,
        bytes bytea NOT NULL CHECK (length(bytes) > 0),
        PRIMARY KEY (trailer_id, part)
      );
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT ON media.mark_indexes, media.mark_index_parts TO %I',
          current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON media.mark_indexes, media.mark_index_parts TO %I',
          current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
