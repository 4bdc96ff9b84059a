-- migration: CreateAnalytics1795378800000

CREATE SCHEMA IF NOT EXISTS analytics;

CREATE OR REPLACE FUNCTION analytics.search_parts(searched text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
  DECLARE
    letter text;
    code bigint;
    before bigint;
    codes bigint[];
    pairs bigint[];
  BEGIN
    FOREACH letter IN ARRAY string_to_array(searched, NULL) LOOP
      code := ascii(letter);
      codes := codes || code;
      IF before IS NOT NULL THEN
        pairs := pairs || (before << 21 | code);
      END IF;
      before := code;
    END LOOP;
    RETURN codes || pairs;
  END $function$;

CREATE TABLE analytics.access_log_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  command_id uuid NOT NULL,
  session_ref uuid NOT NULL,
  lead_id uuid NOT NULL,
  ip text NOT NULL,
  user_agent text,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.delivery_summaries (
  lead_id uuid NOT NULL,
  trailer_id uuid NOT NULL,
  trailer_seconds double precision,
  played int4multirange NOT NULL,
  last_at timestamp with time zone NOT NULL
);

CREATE TABLE analytics.leads (
  id uuid NOT NULL,
  command_id uuid NOT NULL,
  name text COLLATE "und-x-icu" NOT NULL,
  email text COLLATE "und-x-icu" NOT NULL,
  search_text text NOT NULL,
  ip text NOT NULL,
  user_agent text,
  session_ref uuid NOT NULL,
  terms_sha256 text NOT NULL,
  verified_by text DEFAULT 'none'::text NOT NULL,
  captured_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.playback_grants (
  lead_id uuid NOT NULL,
  trailer_id uuid,
  ago_ms integer NOT NULL,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.progress_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  viewing_session_id uuid NOT NULL,
  command_id uuid NOT NULL,
  claimed_seconds integer NOT NULL,
  claimed_completed boolean NOT NULL,
  ranges jsonb NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.segment_deliveries (
  command_id uuid NOT NULL,
  number integer NOT NULL,
  session_ref uuid NOT NULL,
  lead_id uuid NOT NULL,
  ip text NOT NULL,
  trailer_id uuid NOT NULL,
  rendition_id uuid NOT NULL,
  kind text NOT NULL,
  "position" integer NOT NULL,
  played int4range NOT NULL,
  whole boolean NOT NULL,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  ago_ms integer NOT NULL,
  at timestamp with time zone GENERATED ALWAYS AS ((((recorded_at AT TIME ZONE 'UTC'::text) - ((ago_ms)::double precision * '00:00:00.001'::interval)) AT TIME ZONE 'UTC'::text)) STORED NOT NULL
);

CREATE TABLE analytics.terms_texts (
  sha256 text NOT NULL,
  version text NOT NULL,
  text text NOT NULL,
  first_shown_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.viewing_sessions (
  id uuid NOT NULL,
  command_id uuid NOT NULL,
  session_ref uuid NOT NULL,
  lead_id uuid NOT NULL,
  ip text NOT NULL,
  user_agent text,
  trailer_id uuid,
  trailer_seconds double precision,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.viewing_summaries (
  viewing_session_id uuid NOT NULL,
  ranges jsonb DEFAULT '[]'::jsonb NOT NULL,
  pending jsonb DEFAULT '[]'::jsonb NOT NULL,
  watched_seconds double precision DEFAULT 0 NOT NULL,
  claimed_seconds integer DEFAULT 0 NOT NULL,
  claimed_completed boolean DEFAULT false NOT NULL,
  last_event_at timestamp with time zone,
  last_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE analytics.watched_summaries (
  lead_id uuid NOT NULL,
  trailer_id uuid,
  trailer_seconds double precision,
  ranges jsonb DEFAULT '[]'::jsonb NOT NULL,
  watched_seconds double precision DEFAULT 0 NOT NULL,
  played_at timestamp with time zone,
  last_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE analytics.access_log_entries ADD CONSTRAINT access_log_entries_command_id_key UNIQUE (command_id);

ALTER TABLE analytics.access_log_entries ADD CONSTRAINT access_log_entries_pkey PRIMARY KEY (id);

ALTER TABLE analytics.delivery_summaries ADD CONSTRAINT delivery_summaries_pkey PRIMARY KEY (lead_id, trailer_id);

ALTER TABLE analytics.delivery_summaries ADD CONSTRAINT delivery_summaries_trailer_seconds_check CHECK ((trailer_seconds > (0)::double precision));

ALTER TABLE analytics.leads ADD CONSTRAINT leads_command_id_key UNIQUE (command_id);

ALTER TABLE analytics.leads ADD CONSTRAINT leads_pkey PRIMARY KEY (id);

ALTER TABLE analytics.playback_grants ADD CONSTRAINT playback_grants_ago_ms_check CHECK (((ago_ms >= 0) AND (ago_ms <= 43200000)));

ALTER TABLE analytics.progress_events ADD CONSTRAINT progress_events_command_id_key UNIQUE (command_id);

ALTER TABLE analytics.progress_events ADD CONSTRAINT progress_events_pkey PRIMARY KEY (id);

ALTER TABLE analytics.segment_deliveries ADD CONSTRAINT segment_deliveries_ago_ms_check CHECK (((ago_ms >= 0) AND (ago_ms <= 600000)));

ALTER TABLE analytics.segment_deliveries ADD CONSTRAINT segment_deliveries_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'audio'::text, 'muxed'::text])));

ALTER TABLE analytics.segment_deliveries ADD CONSTRAINT segment_deliveries_pkey PRIMARY KEY (command_id, number);

ALTER TABLE analytics.segment_deliveries ADD CONSTRAINT segment_deliveries_position_check CHECK (("position" > 0));

ALTER TABLE analytics.terms_texts ADD CONSTRAINT terms_texts_pkey PRIMARY KEY (sha256);

ALTER TABLE analytics.terms_texts ADD CONSTRAINT terms_texts_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE analytics.viewing_sessions ADD CONSTRAINT viewing_sessions_command_id_key UNIQUE (command_id);

ALTER TABLE analytics.viewing_sessions ADD CONSTRAINT viewing_sessions_pkey PRIMARY KEY (id);

ALTER TABLE analytics.viewing_sessions ADD CONSTRAINT viewing_sessions_trailer_seconds_check CHECK ((trailer_seconds > (0)::double precision));

ALTER TABLE analytics.viewing_summaries ADD CONSTRAINT viewing_summaries_pkey PRIMARY KEY (viewing_session_id);

ALTER TABLE analytics.watched_summaries ADD CONSTRAINT watched_summaries_trailer_seconds_check CHECK ((trailer_seconds > (0)::double precision));

ALTER TABLE analytics.leads ADD CONSTRAINT leads_terms_sha256_fkey FOREIGN KEY (terms_sha256) REFERENCES analytics.terms_texts(sha256);

ALTER TABLE analytics.progress_events ADD CONSTRAINT progress_events_viewing_session_id_fkey FOREIGN KEY (viewing_session_id) REFERENCES analytics.viewing_sessions(id);

ALTER TABLE analytics.viewing_summaries ADD CONSTRAINT viewing_summaries_viewing_session_id_fkey FOREIGN KEY (viewing_session_id) REFERENCES analytics.viewing_sessions(id);

CREATE UNIQUE INDEX access_log_once_a_minute ON analytics.access_log_entries USING btree (session_ref, date_bin('00:01:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone));

CREATE INDEX leads_by_email ON analytics.leads USING btree (email, id);

CREATE INDEX leads_by_name ON analytics.leads USING btree (name, id);

CREATE INDEX leads_by_time ON analytics.leads USING btree (captured_at, id);

CREATE INDEX leads_search_parts ON analytics.leads USING gin (analytics.search_parts(search_text)) WITH (gin_pending_list_limit='512');

CREATE UNIQUE INDEX playback_grants_first ON analytics.playback_grants USING btree (lead_id, COALESCE(trailer_id, '00000000-0000-0000-0000-000000000000'::uuid));

CREATE INDEX progress_events_of_session ON analytics.progress_events USING btree (viewing_session_id, at);

CREATE INDEX segment_deliveries_of_lead ON analytics.segment_deliveries USING btree (lead_id, at);

CREATE UNIQUE INDEX segment_deliveries_once_a_minute ON analytics.segment_deliveries USING btree (session_ref, rendition_id, "position", whole, date_bin('00:01:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone));

CREATE INDEX viewing_sessions_of_lead ON analytics.viewing_sessions USING btree (lead_id, started_at);

CREATE INDEX viewing_sessions_of_session ON analytics.viewing_sessions USING btree (session_ref, started_at);

CREATE UNIQUE INDEX watched_summaries_of_lead ON analytics.watched_summaries USING btree (lead_id, COALESCE(trailer_id, '00000000-0000-0000-0000-000000000000'::uuid));

GRANT USAGE ON SCHEMA analytics TO portal_analytics;

GRANT INSERT (command_id, session_ref, lead_id, ip, user_agent), SELECT ON analytics.access_log_entries TO portal_analytics;

GRANT INSERT, SELECT, UPDATE ON analytics.delivery_summaries TO portal_analytics;

GRANT INSERT (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256, verified_by), SELECT ON analytics.leads TO portal_analytics;

GRANT INSERT (lead_id, trailer_id, ago_ms), SELECT ON analytics.playback_grants TO portal_analytics;

GRANT INSERT (viewing_session_id, command_id, claimed_seconds, claimed_completed, ranges), SELECT ON analytics.progress_events TO portal_analytics;

GRANT INSERT (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id, kind, "position", played, whole, ago_ms), SELECT ON analytics.segment_deliveries TO portal_analytics;

GRANT INSERT (sha256, version, text), SELECT ON analytics.terms_texts TO portal_analytics;

GRANT INSERT (id, command_id, session_ref, lead_id, ip, user_agent, trailer_id, trailer_seconds), SELECT ON analytics.viewing_sessions TO portal_analytics;

GRANT INSERT, SELECT, UPDATE ON analytics.viewing_summaries TO portal_analytics;

GRANT INSERT, SELECT, UPDATE ON analytics.watched_summaries TO portal_analytics;
