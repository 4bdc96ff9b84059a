import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Upload tickets, trailers, posters and what was made of them. */
export class CreateMedia1700000000001 implements MigrationInterface {
  name = 'CreateMedia1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every object that this service may have put into the store. Written before the object is; a key whose
      -- time has come is deleted by the sweep, so that no crash leaves an object that nobody knows.
      CREATE TABLE stored_object (
        key text PRIMARY KEY,
        delete_after timestamptz,
        deleting boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX stored_object_due ON stored_object (delete_after) WHERE delete_after IS NOT NULL;

      CREATE TABLE upload_ticket (
        object_key text PRIMARY KEY REFERENCES stored_object (key) ON DELETE CASCADE,
        command_id text NOT NULL UNIQUE,
        kind text NOT NULL CHECK (kind IN ('video', 'poster')),
        address text NOT NULL UNIQUE,
        issued_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE poster (
        id uuid PRIMARY KEY,
        source_key text NOT NULL UNIQUE,
        object_key text NOT NULL UNIQUE REFERENCES stored_object (key) ON DELETE CASCADE,
        content_type text NOT NULL,
        width integer NOT NULL CHECK (width > 0),
        height integer NOT NULL CHECK (height > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE trailer (
        id uuid PRIMARY KEY,
        upload_order bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        command_id text NOT NULL UNIQUE,
        title text NOT NULL,
        description text,
        poster_id uuid REFERENCES poster (id),
        warning text,
        source_key text NOT NULL UNIQUE,
        source_etag text NOT NULL,
        source_bytes bigint NOT NULL CHECK (source_bytes > 0),
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'ready', 'failed')),
        step text,
        progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        failure text CHECK ((failure IS NOT NULL) = (status = 'failed')),
        duration_seconds double precision,
        attempt_id uuid,
        lost_attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE active_trailer (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        trailer_id uuid NOT NULL REFERENCES trailer (id),
        newest_upload_order bigint NOT NULL DEFAULT 0,
        chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE rendition (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL REFERENCES trailer (id) ON DELETE CASCADE,
        width integer NOT NULL CHECK (width > 0),
        height integer NOT NULL CHECK (height > 0),
        frame_rate double precision,
        codecs text NOT NULL,
        peak_bits_per_second bigint NOT NULL CHECK (peak_bits_per_second > 0),
        average_bits_per_second bigint NOT NULL CHECK (average_bits_per_second > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX rendition_trailer ON rendition (trailer_id);

      -- Position 0 is the initialisation segment, which has no duration.
      CREATE TABLE segment (
        rendition_id uuid NOT NULL REFERENCES rendition (id) ON DELETE CASCADE,
        position integer NOT NULL CHECK (position >= 0),
        name text NOT NULL,
        object_key text NOT NULL UNIQUE REFERENCES stored_object (key),
        bytes bigint NOT NULL CHECK (bytes > 0),
        duration_seconds double precision CHECK ((duration_seconds IS NULL) = (position = 0)),
        PRIMARY KEY (rendition_id, position),
        UNIQUE (rendition_id, name)
      );

      CREATE TABLE attempt_object (
        object_key text PRIMARY KEY REFERENCES stored_object (key) ON DELETE CASCADE,
        trailer_id uuid NOT NULL,
        attempt_id uuid NOT NULL
      );
      CREATE INDEX attempt_object_trailer ON attempt_object (trailer_id);

      -- Ids of commands whose effect leaves no row to recognise them by.
      CREATE TABLE finished_command (
        command_id text PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON stored_object, upload_ticket, poster, trailer, active_trailer,
           rendition, segment, attempt_object, finished_command TO %I', current_setting('portal.app_role'));
        -- A worker reads other people's files: it may do what processing and the sweep need, and accept nothing.
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON stored_object, rendition, segment, attempt_object TO %1$I;
           GRANT SELECT, INSERT, UPDATE ON active_trailer TO %1$I;
           GRANT SELECT, UPDATE ON trailer TO %1$I;
           GRANT SELECT, INSERT ON poster TO %1$I;
           GRANT SELECT ON upload_ticket TO %1$I', current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
