import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entities describe tables and columns. */
export class CreateAnalytics1795378800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LEADS);
    await runner.query(VIEWING);
    await runner.query(DELIVERIES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const LEADS = `
  CREATE TABLE analytics.terms_texts (
    sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    version text NOT NULL,
    text text NOT NULL,
    first_shown_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE analytics.leads (
    id uuid PRIMARY KEY,
    command_id uuid NOT NULL UNIQUE,
    -- This collation sorts alphabetically in every locale of the server.
    name text COLLATE "und-x-icu" NOT NULL,
    email text COLLATE "und-x-icu" NOT NULL,
    -- Name and e-mail, folded by the application: the locale of the server has no influence on search.
    search_text text NOT NULL,
    ip text NOT NULL,
    user_agent text,
    session_ref uuid NOT NULL,
    terms_sha256 text NOT NULL REFERENCES analytics.terms_texts,
    verified_by text NOT NULL DEFAULT 'none',
    captured_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  -- The number of matches of a search is estimated from a sample of this size.
  ALTER TABLE analytics.leads ALTER COLUMN search_text SET STATISTICS 1000;
  CREATE INDEX leads_by_time ON analytics.leads (captured_at, id);
  CREATE INDEX leads_by_name ON analytics.leads (name, id);
  CREATE INDEX leads_by_email ON analytics.leads (email, id);
  -- Returns the code points of a text, then each pair of neighbours as one number (a code point has 21 bits).
  -- An index compares numbers faster than text. In Chinese, one or two letters are a whole name.
  CREATE FUNCTION analytics.search_parts(searched text) RETURNS bigint[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
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
  END $$;
  -- The pending list is short: each search reads all of it, and some inserts wait while it is merged.
  CREATE INDEX leads_search_parts ON analytics.leads
    USING gin (analytics.search_parts(search_text)) WITH (gin_pending_list_limit = 512);
  CREATE TABLE analytics.access_log_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    command_id uuid NOT NULL UNIQUE,
    session_ref uuid NOT NULL,
    lead_id uuid NOT NULL,
    ip text NOT NULL,
    user_agent text,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  -- At most one line for each session and minute. Otherwise, one client could fill the disk.
  CREATE UNIQUE INDEX access_log_once_a_minute
    ON analytics.access_log_entries (session_ref, date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01 00:00:00+00'));`;

const VIEWING = `
  CREATE TABLE analytics.viewing_sessions (
    id uuid PRIMARY KEY,
    command_id uuid NOT NULL UNIQUE,
    session_ref uuid NOT NULL,
    lead_id uuid NOT NULL,
    ip text NOT NULL,
    user_agent text,
    trailer_id uuid,
    trailer_seconds double precision CHECK (trailer_seconds > 0),
    started_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX viewing_sessions_of_session ON analytics.viewing_sessions (session_ref, started_at);
  CREATE INDEX viewing_sessions_of_lead ON analytics.viewing_sessions (lead_id, started_at);
  CREATE TABLE analytics.playback_grants (
    lead_id uuid NOT NULL,
    trailer_id uuid,
    ago_ms integer NOT NULL CHECK (ago_ms BETWEEN 0 AND 43200000),
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE UNIQUE INDEX playback_grants_first ON analytics.playback_grants
    (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000')));
  CREATE TABLE analytics.progress_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    viewing_session_id uuid NOT NULL REFERENCES analytics.viewing_sessions,
    command_id uuid NOT NULL UNIQUE,
    claimed_seconds integer NOT NULL,
    claimed_completed boolean NOT NULL,
    ranges jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX progress_events_of_session ON analytics.progress_events (viewing_session_id, at);
  CREATE TABLE analytics.viewing_summaries (
    viewing_session_id uuid PRIMARY KEY REFERENCES analytics.viewing_sessions,
    ranges jsonb NOT NULL DEFAULT '[]',
    pending jsonb NOT NULL DEFAULT '[]',
    watched_seconds double precision NOT NULL DEFAULT 0,
    claimed_seconds integer NOT NULL DEFAULT 0,
    claimed_completed boolean NOT NULL DEFAULT false,
    last_event_at timestamptz,
    last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE analytics.watched_summaries (
    lead_id uuid NOT NULL,
    trailer_id uuid,
    trailer_seconds double precision CHECK (trailer_seconds > 0),
    ranges jsonb NOT NULL DEFAULT '[]',
    watched_seconds double precision NOT NULL DEFAULT 0,
    played_at timestamptz,
    last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE UNIQUE INDEX watched_summaries_of_lead ON analytics.watched_summaries
    (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000')));`;

const DELIVERIES = `
  CREATE TABLE analytics.segment_deliveries (
    command_id uuid NOT NULL,
    number integer NOT NULL,
    session_ref uuid NOT NULL,
    lead_id uuid NOT NULL,
    ip text NOT NULL,
    trailer_id uuid NOT NULL,
    rendition_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('video', 'audio', 'muxed')),
    position integer NOT NULL CHECK (position > 0),
    played int4range NOT NULL,
    whole boolean NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ago_ms integer NOT NULL CHECK (ago_ms BETWEEN 0 AND 600000),
    -- Derived from the clock of Postgres, so a delivery cannot be dated to another day. In UTC, because only
    -- that arithmetic is immutable.
    at timestamptz NOT NULL GENERATED ALWAYS AS
      ((recorded_at AT TIME ZONE 'UTC' - ago_ms * interval '1 millisecond') AT TIME ZONE 'UTC') STORED,
    PRIMARY KEY (command_id, number)
  );
  COMMENT ON COLUMN analytics.segment_deliveries.played IS 'Milliseconds of the trailer';
  COMMENT ON COLUMN analytics.segment_deliveries.ago_ms IS
    'Milliseconds between the delivery and its record, as reported by the gateway; at most ten minutes';
  -- At most one row for each segment, session, minute and value of "whole". Otherwise, one client could fill the disk.
  CREATE UNIQUE INDEX segment_deliveries_once_a_minute ON analytics.segment_deliveries
    (session_ref, rendition_id, position, whole, date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01 00:00:00+00'));
  CREATE INDEX segment_deliveries_of_lead ON analytics.segment_deliveries (lead_id, at);
  CREATE TABLE analytics.delivery_summaries (
    lead_id uuid NOT NULL,
    trailer_id uuid NOT NULL,
    trailer_seconds double precision CHECK (trailer_seconds > 0),
    played int4multirange NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (lead_id, trailer_id)
  );`;

/** Excludes ids and times that Postgres alone sets, so the role cannot back-date rows. */
const GRANTS = `
  DO $$
  DECLARE
    app text := quote_ident(current_setting('portal.app_role'));
  BEGIN
    EXECUTE 'GRANT SELECT, INSERT (sha256, version, text) ON analytics.terms_texts TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (id, command_id, name, email, search_text, ip, user_agent, session_ref,
      terms_sha256, verified_by) ON analytics.leads TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (command_id, session_ref, lead_id, ip, user_agent) ON analytics.access_log_entries TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (id, command_id, session_ref, lead_id, ip, user_agent, trailer_id, trailer_seconds)
      ON analytics.viewing_sessions TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (lead_id, trailer_id, ago_ms) ON analytics.playback_grants TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (viewing_session_id, command_id, claimed_seconds, claimed_completed, ranges)
      ON analytics.progress_events TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT, UPDATE ON analytics.viewing_summaries, analytics.watched_summaries TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id, kind,
      position, played, whole, ago_ms) ON analytics.segment_deliveries TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT, UPDATE ON analytics.delivery_summaries TO ' || app;
  END $$;`;
