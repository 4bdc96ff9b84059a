import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of uploads, trailers and their renditions. */
export class CreateMedia1795472760000 implements MigrationInterface {
  name = 'CreateMedia1795472760000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every object that this service may have stored. The row is written before the object, and the sweep deletes
      -- objects that are due. So no crash leaves an unknown object.
      CREATE TABLE media.stored_objects (
        key text PRIMARY KEY,
        delete_after timestamptz,
        deleting boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX stored_objects_due ON media.stored_objects (delete_after) WHERE delete_after IS NOT NULL;

      CREATE TABLE media.upload_tickets (
        object_key text PRIMARY KEY REFERENCES media.stored_objects (key) ON DELETE CASCADE,
        command_id text NOT NULL UNIQUE,
        kind text NOT NULL CHECK (kind IN ('video', 'poster')),
        address text NOT NULL UNIQUE,
        issued_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE media.posters (
        id uuid PRIMARY KEY,
        source_key text NOT NULL UNIQUE,
        object_key text NOT NULL UNIQUE REFERENCES media.stored_objects (key) ON DELETE CASCADE,
        content_type text NOT NULL,
        width integer NOT NULL CHECK (width > 0),
        height integer NOT NULL CHECK (height > 0),
        -- Whether the poster is a frame of the video.
        generated boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE media.trailers (
        id uuid PRIMARY KEY,
        upload_order bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        command_id text NOT NULL UNIQUE,
        title text NOT NULL,
        description text,
        poster_id uuid REFERENCES media.posters (id),
        -- A notice: a code with parameters.
        warning jsonb,
        -- Separate from the warning of a poster, because both can occur.
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
      COMMENT ON COLUMN media.trailers.unused_since IS 'Time since which the trailer is ready but not active';
      CREATE INDEX trailers_unused ON media.trailers (unused_since) WHERE unused_since IS NOT NULL;

      CREATE TABLE media.active_trailers (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        trailer_id uuid NOT NULL REFERENCES media.trailers (id),
        newest_upload_order bigint NOT NULL DEFAULT 0,
        chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- The key for the segments of a trailer, itself encrypted with MEDIA_SECRET.
      CREATE TABLE media.trailer_keys (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL UNIQUE REFERENCES media.trailers (id) ON DELETE CASCADE,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE media.renditions (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL REFERENCES media.trailers (id) ON DELETE CASCADE,
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
      COMMENT ON COLUMN media.renditions.rung IS 'Height of the box that the video fits, such as 720';
      COMMENT ON COLUMN media.renditions.provisional IS 'A copy of the upload, retired once the other renditions are finished';
      COMMENT ON COLUMN media.renditions.retired_at IS
        'Time of its removal from playlists. Current viewers can load it until the sweep removes it a day later';
      CREATE INDEX renditions_trailer ON media.renditions (trailer_id);
      CREATE UNIQUE INDEX renditions_rung ON media.renditions (trailer_id, rung)
        WHERE kind = 'video' AND retired_at IS NULL;
      CREATE UNIQUE INDEX renditions_audio ON media.renditions (trailer_id) WHERE kind = 'audio' AND retired_at IS NULL;
      CREATE INDEX renditions_retired ON media.renditions (retired_at) WHERE retired_at IS NOT NULL;

      -- Position 0 is the initialisation segment. It has no duration, and is not encrypted.
      CREATE TABLE media.segments (
        rendition_id uuid NOT NULL REFERENCES media.renditions (id) ON DELETE CASCADE,
        position integer NOT NULL CHECK (position >= 0),
        name text NOT NULL,
        object_key text NOT NULL UNIQUE REFERENCES media.stored_objects (key),
        bytes bigint NOT NULL CHECK (bytes > 0),
        duration_seconds double precision CHECK ((duration_seconds IS NULL) = (position = 0)),
        iv bytea CHECK (length(iv) = 16),
        PRIMARY KEY (rendition_id, position),
        UNIQUE (rendition_id, name)
      );

      CREATE TABLE media.attempt_objects (
        object_key text PRIMARY KEY REFERENCES media.stored_objects (key) ON DELETE CASCADE,
        trailer_id uuid NOT NULL,
        attempt_id uuid NOT NULL
      );
      CREATE INDEX attempt_objects_trailer ON media.attempt_objects (trailer_id);

      -- A changed text gets a new id, so the content of an id never changes.
      CREATE TABLE media.captions (
        id uuid PRIMARY KEY,
        command_id text NOT NULL UNIQUE,
        trailer_id uuid NOT NULL REFERENCES media.trailers (id) ON DELETE CASCADE,
        language text NOT NULL,
        label text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        UNIQUE (trailer_id, language)
      );

      -- Ids of commands that leave no other row.
      CREATE TABLE media.finished_commands (
        command_id text PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- The time of the last complete backup, which a metric reports.
      CREATE TABLE media.last_backups (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        completed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
    `);
    await runner.query(`
      -- Triggers maintain trailers.unused_since, because several programs change the active trailer.
      CREATE FUNCTION media.note_status() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF NEW.status <> 'ready' THEN
          NEW.unused_since := NULL;
        ELSIF OLD.status <> 'ready' AND NOT EXISTS (SELECT FROM media.active_trailers WHERE trailer_id = NEW.id) THEN
          NEW.unused_since := clock_timestamp();
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER trailer_status BEFORE UPDATE OF status ON media.trailers
        FOR EACH ROW EXECUTE FUNCTION media.note_status();

      CREATE FUNCTION media.note_pointer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE media.trailers SET unused_since = clock_timestamp()
          WHERE id = OLD.trailer_id AND status = 'ready' AND unused_since IS NULL;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE media.trailers SET unused_since = NULL WHERE id = NEW.trailer_id AND unused_since IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER active_trailer_pointer AFTER INSERT OR UPDATE OR DELETE ON media.active_trailers
        FOR EACH ROW EXECUTE FUNCTION media.note_pointer();
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON
             media.stored_objects, media.upload_tickets, media.posters, media.trailers, media.active_trailers,
             media.trailer_keys, media.renditions, media.segments, media.attempt_objects, media.captions,
             media.finished_commands, media.last_backups
           TO %I',
          current_setting('portal.app_role'));
        -- A worker reads untrusted files, so it has only the rights that processing and the sweep need.
        EXECUTE format(
          'GRANT SELECT, INSERT, UPDATE, DELETE ON
             media.stored_objects, media.trailer_keys, media.renditions, media.segments, media.attempt_objects
           TO %1$I;
           GRANT SELECT, INSERT, UPDATE ON media.active_trailers TO %1$I;
           GRANT SELECT, UPDATE ON media.trailers TO %1$I;
           GRANT SELECT, INSERT ON media.posters TO %1$I;
           GRANT SELECT ON media.upload_tickets TO %1$I', current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
