import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads, trailers, and what is made of them. */
export class CreateMedia1795379400000 implements MigrationInterface {
  name = 'CreateMedia1795379400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every object that this service may have put into the store. Written before the object: the sweep
      -- deletes a key that is due, so no crash leaves an unknown object.
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
        -- Whether it was made from the video, for a trailer without a poster.
        generated boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE trailer (
        id uuid PRIMARY KEY,
        upload_order bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        command_id text NOT NULL UNIQUE,
        title text NOT NULL,
        description text,
        poster_id uuid REFERENCES poster (id),
        -- A notice: a code with parameters.
        warning jsonb,
        -- Apart from the warning of a poster, so that neither overwrites the other.
        ladder_warnings jsonb NOT NULL DEFAULT '[]',
        source_key text NOT NULL UNIQUE,
        source_etag text NOT NULL,
        source_bytes bigint NOT NULL CHECK (source_bytes > 0),
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'ready', 'failed', 'expired')),
        step text,
        progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        seconds_left real CHECK (seconds_left >= 0),
        ladder_done boolean NOT NULL DEFAULT false,
        failure jsonb CHECK ((failure IS NOT NULL) = (status = 'failed')),
        duration_seconds double precision,
        attempt_id uuid,
        lost_attempts integer NOT NULL DEFAULT 0,
        cancelled_at timestamptz,
        unused_since timestamptz CHECK (unused_since IS NULL OR status = 'ready'),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      COMMENT ON COLUMN trailer.unused_since IS 'Time since which it could be shown but is not';
      CREATE INDEX trailer_unused ON trailer (unused_since) WHERE unused_since IS NOT NULL;

      CREATE TABLE active_trailer (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        trailer_id uuid NOT NULL REFERENCES trailer (id),
        newest_upload_order bigint NOT NULL DEFAULT 0,
        chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- The key that encrypts a trailer's segments, itself encrypted with MEDIA_SECRET.
      CREATE TABLE trailer_key (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL UNIQUE REFERENCES trailer (id) ON DELETE CASCADE,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE rendition (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL REFERENCES trailer (id) ON DELETE CASCADE,
        kind text NOT NULL DEFAULT 'muxed' CHECK (kind IN ('video', 'audio', 'muxed')),
        rung integer CHECK (rung > 0),
        width integer CHECK (width > 0),
        height integer CHECK (height > 0),
        frame_rate double precision,
        audio_channels integer CHECK (audio_channels > 0),
        codecs text NOT NULL,
        peak_bits_per_second bigint NOT NULL CHECK (peak_bits_per_second > 0),
        average_bits_per_second bigint NOT NULL CHECK (average_bits_per_second > 0),
        encrypted boolean NOT NULL DEFAULT false,
        provisional boolean NOT NULL DEFAULT false,
        retired_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK ((width IS NULL) = (kind = 'audio')),
        CHECK ((height IS NULL) = (kind = 'audio'))
      );
      COMMENT ON COLUMN rendition.rung IS 'Height of the box that the picture fits: 1080, 720, 480';
      COMMENT ON COLUMN rendition.provisional IS 'A copy of the upload, to be retired once the others are made';
      COMMENT ON COLUMN rendition.retired_at IS
        'Time since which it is not listed. Still served to current viewers until the sweep removes it a day later';
      CREATE INDEX rendition_trailer ON rendition (trailer_id);
      CREATE UNIQUE INDEX rendition_rung ON rendition (trailer_id, rung)
        WHERE kind = 'video' AND retired_at IS NULL;
      CREATE UNIQUE INDEX rendition_audio ON rendition (trailer_id) WHERE kind = 'audio' AND retired_at IS NULL;
      CREATE INDEX rendition_retired ON rendition (retired_at) WHERE retired_at IS NOT NULL;

      -- Position 0 is the initialisation segment. It has no duration, and holds no picture to be encrypted.
      CREATE TABLE segment (
        rendition_id uuid NOT NULL REFERENCES rendition (id) ON DELETE CASCADE,
        position integer NOT NULL CHECK (position >= 0),
        name text NOT NULL,
        object_key text NOT NULL UNIQUE REFERENCES stored_object (key),
        bytes bigint NOT NULL CHECK (bytes > 0),
        duration_seconds double precision CHECK ((duration_seconds IS NULL) = (position = 0)),
        iv bytea CHECK (length(iv) = 16),
        PRIMARY KEY (rendition_id, position),
        UNIQUE (rendition_id, name)
      );

      CREATE TABLE attempt_object (
        object_key text PRIMARY KEY REFERENCES stored_object (key) ON DELETE CASCADE,
        trailer_id uuid NOT NULL,
        attempt_id uuid NOT NULL
      );
      CREATE INDEX attempt_object_trailer ON attempt_object (trailer_id);

      -- Another text gets another id, so what an id names never changes.
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

      -- Ids of commands whose effect leaves no row to recognise them by.
      CREATE TABLE finished_command (
        command_id text PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
    `);
    await runner.query(`
      -- Triggers maintain trailer.unused_since, because several programs move the pointer.
      CREATE FUNCTION note_status() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF NEW.status <> 'ready' THEN
          NEW.unused_since := NULL;
        ELSIF OLD.status <> 'ready' AND NOT EXISTS (SELECT FROM active_trailer WHERE trailer_id = NEW.id) THEN
          NEW.unused_since := clock_timestamp();
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER trailer_status BEFORE UPDATE OF status ON trailer
        FOR EACH ROW EXECUTE FUNCTION note_status();

      CREATE FUNCTION note_pointer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE trailer SET unused_since = clock_timestamp()
          WHERE id = OLD.trailer_id AND status = 'ready' AND unused_since IS NULL;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE trailer SET unused_since = NULL WHERE id = NEW.trailer_id AND unused_since IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER active_trailer_pointer AFTER INSERT OR UPDATE OR DELETE ON active_trailer
        FOR EACH ROW EXECUTE FUNCTION note_pointer();
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON stored_object, upload_ticket, poster, trailer, active_trailer,
           trailer_key, rendition, segment, attempt_object, caption, finished_command TO %I',
          current_setting('portal.app_role'));
        -- A worker reads other people's files. It may do what processing and the sweep need, and accept nothing.
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON stored_object, trailer_key, rendition, segment, attempt_object
             TO %1$I;
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
