-- migration: CreateMedia1795472760000

CREATE SCHEMA IF NOT EXISTS media;

CREATE OR REPLACE FUNCTION media.note_pointer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'media', 'public'
AS $function$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE media.trailers SET unused_since = clock_timestamp()
          WHERE id = OLD.trailer_id AND status = 'ready' AND unused_since IS NULL;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE media.trailers SET unused_since = NULL WHERE id = NEW.trailer_id AND unused_since IS NOT NULL;
        END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION media.note_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'media', 'public'
AS $function$
      BEGIN
        IF NEW.status <> 'ready' THEN
          NEW.unused_since := NULL;
        ELSIF OLD.status <> 'ready' AND NOT EXISTS (SELECT FROM media.active_trailers WHERE trailer_id = NEW.id) THEN
          NEW.unused_since := clock_timestamp();
        END IF;
        RETURN NEW;
      END $function$;

CREATE TABLE media.active_trailers (
  only_row boolean DEFAULT true NOT NULL,
  trailer_id uuid NOT NULL,
  newest_upload_order bigint DEFAULT 0 NOT NULL,
  chosen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.attempt_objects (
  object_key text NOT NULL,
  trailer_id uuid NOT NULL,
  attempt_id uuid NOT NULL
);

CREATE TABLE media.captions (
  id uuid NOT NULL,
  command_id text NOT NULL,
  trailer_id uuid NOT NULL,
  language text NOT NULL,
  label text NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.finished_commands (
  command_id text NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.last_backups (
  only_row boolean DEFAULT true NOT NULL,
  completed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.posters (
  id uuid NOT NULL,
  source_key text NOT NULL,
  object_key text NOT NULL,
  content_type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  generated boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.renditions (
  id uuid NOT NULL,
  trailer_id uuid NOT NULL,
  kind text DEFAULT 'muxed'::text NOT NULL,
  rung integer,
  width integer,
  height integer,
  frame_rate double precision,
  audio_channels integer,
  codecs text NOT NULL,
  peak_bits_per_second bigint NOT NULL,
  average_bits_per_second bigint NOT NULL,
  encrypted boolean DEFAULT false NOT NULL,
  provisional boolean DEFAULT false NOT NULL,
  retired_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.segments (
  rendition_id uuid NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  object_key text NOT NULL,
  bytes bigint NOT NULL,
  duration_seconds double precision,
  iv bytea
);

CREATE TABLE media.stored_objects (
  key text NOT NULL,
  delete_after timestamp with time zone,
  deleting boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.trailer_keys (
  id uuid NOT NULL,
  trailer_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.trailers (
  id uuid NOT NULL,
  upload_order bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  command_id text NOT NULL,
  title text NOT NULL,
  description text,
  poster_id uuid,
  warning jsonb,
  ladder_warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
  source_key text NOT NULL,
  source_etag text NOT NULL,
  source_bytes bigint NOT NULL,
  status text DEFAULT 'processing'::text NOT NULL,
  step text,
  progress real DEFAULT 0 NOT NULL,
  seconds_left real,
  ladder_done boolean DEFAULT false NOT NULL,
  failure jsonb,
  duration_seconds double precision,
  attempt_id uuid,
  lost_attempts integer DEFAULT 0 NOT NULL,
  cancelled_at timestamp with time zone,
  unused_since timestamp with time zone,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE media.upload_tickets (
  object_key text NOT NULL,
  command_id text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  issued_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE media.active_trailers ADD CONSTRAINT active_trailers_only_row_check CHECK (only_row);

ALTER TABLE media.active_trailers ADD CONSTRAINT active_trailers_pkey PRIMARY KEY (only_row);

ALTER TABLE media.attempt_objects ADD CONSTRAINT attempt_objects_pkey PRIMARY KEY (object_key);

ALTER TABLE media.captions ADD CONSTRAINT captions_command_id_key UNIQUE (command_id);

ALTER TABLE media.captions ADD CONSTRAINT captions_pkey PRIMARY KEY (id);

ALTER TABLE media.captions ADD CONSTRAINT captions_trailer_id_language_key UNIQUE (trailer_id, language);

ALTER TABLE media.finished_commands ADD CONSTRAINT finished_commands_pkey PRIMARY KEY (command_id);

ALTER TABLE media.last_backups ADD CONSTRAINT last_backups_only_row_check CHECK (only_row);

ALTER TABLE media.last_backups ADD CONSTRAINT last_backups_pkey PRIMARY KEY (only_row);

ALTER TABLE media.posters ADD CONSTRAINT posters_height_check CHECK ((height > 0));

ALTER TABLE media.posters ADD CONSTRAINT posters_object_key_key UNIQUE (object_key);

ALTER TABLE media.posters ADD CONSTRAINT posters_pkey PRIMARY KEY (id);

ALTER TABLE media.posters ADD CONSTRAINT posters_source_key_key UNIQUE (source_key);

ALTER TABLE media.posters ADD CONSTRAINT posters_width_check CHECK ((width > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_audio_channels_check CHECK ((audio_channels > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_average_bits_per_second_check CHECK ((average_bits_per_second > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_check CHECK (((width IS NULL) = (kind = 'audio'::text)));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_check1 CHECK (((height IS NULL) = (kind = 'audio'::text)));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_height_check CHECK ((height > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'audio'::text, 'muxed'::text])));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_peak_bits_per_second_check CHECK ((peak_bits_per_second > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_pkey PRIMARY KEY (id);

ALTER TABLE media.renditions ADD CONSTRAINT renditions_rung_check CHECK ((rung > 0));

ALTER TABLE media.renditions ADD CONSTRAINT renditions_width_check CHECK ((width > 0));

ALTER TABLE media.segments ADD CONSTRAINT segments_bytes_check CHECK ((bytes > 0));

ALTER TABLE media.segments ADD CONSTRAINT segments_check CHECK (((duration_seconds IS NULL) = ("position" = 0)));

ALTER TABLE media.segments ADD CONSTRAINT segments_iv_check CHECK ((length(iv) = 16));

ALTER TABLE media.segments ADD CONSTRAINT segments_object_key_key UNIQUE (object_key);

ALTER TABLE media.segments ADD CONSTRAINT segments_pkey PRIMARY KEY (rendition_id, "position");

ALTER TABLE media.segments ADD CONSTRAINT segments_position_check CHECK (("position" >= 0));

ALTER TABLE media.segments ADD CONSTRAINT segments_rendition_id_name_key UNIQUE (rendition_id, name);

ALTER TABLE media.stored_objects ADD CONSTRAINT stored_objects_pkey PRIMARY KEY (key);

ALTER TABLE media.trailer_keys ADD CONSTRAINT trailer_keys_pkey PRIMARY KEY (id);

ALTER TABLE media.trailer_keys ADD CONSTRAINT trailer_keys_trailer_id_key UNIQUE (trailer_id);

ALTER TABLE media.trailers ADD CONSTRAINT trailers_check CHECK (((failure IS NOT NULL) = (status = 'failed'::text)));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_check1 CHECK (((unused_since IS NULL) OR (status = 'ready'::text)));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_command_id_key UNIQUE (command_id);

ALTER TABLE media.trailers ADD CONSTRAINT trailers_pkey PRIMARY KEY (id);

ALTER TABLE media.trailers ADD CONSTRAINT trailers_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (100)::double precision)));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_seconds_left_check CHECK ((seconds_left >= (0)::double precision));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_source_bytes_check CHECK ((source_bytes > 0));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_source_key_key UNIQUE (source_key);

ALTER TABLE media.trailers ADD CONSTRAINT trailers_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text, 'expired'::text])));

ALTER TABLE media.trailers ADD CONSTRAINT trailers_upload_order_key UNIQUE (upload_order);

ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_address_key UNIQUE (address);

ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_command_id_key UNIQUE (command_id);

ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'poster'::text])));

ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_pkey PRIMARY KEY (object_key);

ALTER TABLE media.active_trailers ADD CONSTRAINT active_trailers_trailer_id_fkey FOREIGN KEY (trailer_id) REFERENCES media.trailers(id);

ALTER TABLE media.attempt_objects ADD CONSTRAINT attempt_objects_object_key_fkey FOREIGN KEY (object_key) REFERENCES media.stored_objects(key) ON DELETE CASCADE;

ALTER TABLE media.captions ADD CONSTRAINT captions_trailer_id_fkey FOREIGN KEY (trailer_id) REFERENCES media.trailers(id) ON DELETE CASCADE;

ALTER TABLE media.posters ADD CONSTRAINT posters_object_key_fkey FOREIGN KEY (object_key) REFERENCES media.stored_objects(key) ON DELETE CASCADE;

ALTER TABLE media.renditions ADD CONSTRAINT renditions_trailer_id_fkey FOREIGN KEY (trailer_id) REFERENCES media.trailers(id) ON DELETE CASCADE;

ALTER TABLE media.segments ADD CONSTRAINT segments_object_key_fkey FOREIGN KEY (object_key) REFERENCES media.stored_objects(key);

ALTER TABLE media.segments ADD CONSTRAINT segments_rendition_id_fkey FOREIGN KEY (rendition_id) REFERENCES media.renditions(id) ON DELETE CASCADE;

ALTER TABLE media.trailer_keys ADD CONSTRAINT trailer_keys_trailer_id_fkey FOREIGN KEY (trailer_id) REFERENCES media.trailers(id) ON DELETE CASCADE;

ALTER TABLE media.trailers ADD CONSTRAINT trailers_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES media.posters(id);

ALTER TABLE media.upload_tickets ADD CONSTRAINT upload_tickets_object_key_fkey FOREIGN KEY (object_key) REFERENCES media.stored_objects(key) ON DELETE CASCADE;

CREATE INDEX attempt_objects_trailer ON media.attempt_objects USING btree (trailer_id);

CREATE INDEX renditions_retired ON media.renditions USING btree (retired_at) WHERE (retired_at IS NOT NULL);

CREATE INDEX renditions_trailer ON media.renditions USING btree (trailer_id);

CREATE UNIQUE INDEX renditions_audio ON media.renditions USING btree (trailer_id) WHERE ((kind = 'audio'::text) AND (retired_at IS NULL));

CREATE UNIQUE INDEX renditions_rung ON media.renditions USING btree (trailer_id, rung) WHERE ((kind = 'video'::text) AND (retired_at IS NULL));

CREATE INDEX stored_objects_due ON media.stored_objects USING btree (delete_after) WHERE (delete_after IS NOT NULL);

CREATE INDEX trailers_unused ON media.trailers USING btree (unused_since) WHERE (unused_since IS NOT NULL);

CREATE TRIGGER active_trailer_pointer AFTER INSERT OR DELETE OR UPDATE ON media.active_trailers FOR EACH ROW EXECUTE FUNCTION media.note_pointer();

CREATE TRIGGER trailer_status BEFORE UPDATE OF status ON media.trailers FOR EACH ROW EXECUTE FUNCTION media.note_status();

GRANT USAGE ON SCHEMA media TO portal_media;

GRANT USAGE ON SCHEMA media TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.active_trailers TO portal_media;

GRANT INSERT, SELECT, UPDATE ON media.active_trailers TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.attempt_objects TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.attempt_objects TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.captions TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.finished_commands TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.last_backups TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.posters TO portal_media;

GRANT INSERT, SELECT ON media.posters TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.renditions TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.renditions TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.segments TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.segments TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.stored_objects TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.stored_objects TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.trailer_keys TO portal_media;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.trailer_keys TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.trailers TO portal_media;

GRANT SELECT, UPDATE ON media.trailers TO portal_media_worker;

GRANT DELETE, INSERT, SELECT, UPDATE ON media.upload_tickets TO portal_media;

GRANT SELECT ON media.upload_tickets TO portal_media_worker;
