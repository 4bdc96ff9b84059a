import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of found copies, and allows their uploads. */
export class AddLeakCases1795825860000 implements MigrationInterface {
  name = 'AddLeakCases1795825860000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media.upload_tickets DROP CONSTRAINT upload_tickets_kind_check;
      ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_kind_check
        CHECK (kind IN ('video', 'poster', 'logo', 'keyArt', 'clip'));

      CREATE TABLE media.leak_cases (
        id uuid PRIMARY KEY,
        case_order bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        command_id text NOT NULL UNIQUE,
        file_name text NOT NULL,
        source_key text NOT NULL UNIQUE,
        source_etag text NOT NULL,
        source_bytes bigint NOT NULL CHECK (source_bytes > 0),
        status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'working', 'done', 'failed', 'cancelled')),
        step text,
        progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        duration_seconds double precision,
        -- A notice: a code with parameters.
        failure jsonb CHECK ((failure IS NOT NULL) = (status = 'failed')),
        reading jsonb CHECK (reading IS NOT NULL OR status <> 'done'),
        result jsonb CHECK ((result IS NOT NULL) = (status = 'done')),
        found_picture bytea,
        original_picture bytea,
        note text NOT NULL DEFAULT '',
        attempt_id uuid,
        lost_attempts integer NOT NULL DEFAULT 0,
        finished_at timestamptz CHECK ((finished_at IS NOT NULL) = (status IN ('done', 'failed', 'cancelled'))),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      COMMENT ON COLUMN media.leak_cases.reading IS 'What a worker read of the clip, without any codeword';
      COMMENT ON COLUMN media.leak_cases.result IS 'Whose copy it is, by mark ids';
    `);
    // A result tells bits of codewords. A worker reads untrusted files, so it has no right to read results.
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON media.leak_cases TO %I', current_setting('portal.app_role'));
        EXECUTE format(
          'GRANT SELECT (id, source_key, source_etag, status, step, attempt_id, lost_attempts),
                 UPDATE (status, step, progress, duration_seconds, failure, reading, found_picture, original_picture,
                         attempt_id, lost_attempts, finished_at)
           ON media.leak_cases TO %I', current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
