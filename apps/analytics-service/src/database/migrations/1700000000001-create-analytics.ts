import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAnalytics1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every terms text that was ever shown, by its hash.
      CREATE TABLE analytics.terms_texts (
        sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        version text NOT NULL,
        text text NOT NULL,
        first_shown_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- One row for each acceptance: the evidence that this person accepted these terms.
      CREATE TABLE analytics.leads (
        id uuid PRIMARY KEY,
        command_id uuid NOT NULL UNIQUE,
        -- In order as people expect, whatever the locale of the server.
        name text COLLATE "und-x-icu" NOT NULL,
        email text COLLATE "und-x-icu" NOT NULL,
        -- Name and e-mail as the application folds them for search, in which no locale of the server has a say.
        search_text text NOT NULL,
        ip text NOT NULL,
        user_agent text,
        session_ref uuid NOT NULL,
        terms_sha256 text NOT NULL REFERENCES analytics.terms_texts,
        verified_by text NOT NULL DEFAULT 'none',
        captured_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX leads_by_time ON analytics.leads (captured_at, id);
      CREATE INDEX leads_by_name ON analytics.leads (name, id);
      CREATE INDEX leads_by_email ON analytics.leads (email, id);
      CREATE TABLE analytics.access_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        command_id uuid NOT NULL UNIQUE,
        session_ref uuid NOT NULL,
        lead_id uuid NOT NULL,
        ip text NOT NULL,
        user_agent text,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- One line for a session and minute: more would let free sessions fill the disk.
      CREATE UNIQUE INDEX access_log_once_a_minute
        ON analytics.access_log (session_ref, date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01 00:00:00+00'));
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
      -- What a viewer's page reported, as far as it can be true; 'ranges' are those that no event before has.
      -- A row is never changed.
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
      -- Derived from the events. 'pending' holds ranges that came too fast for an event of their own and are
      -- written with the next one.
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
    `);
    await runner.query(`
      DO $$ BEGIN
        -- Every column but the time and the log's own id, which Postgres alone sets. The role cannot back-date rows.
        EXECUTE format('GRANT SELECT, INSERT (sha256, version, text) ON analytics.terms_texts TO %I',
          current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT (id, command_id, session_ref, lead_id, ip, user_agent, trailer_id,
          trailer_seconds) ON analytics.viewing_sessions TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT (id, command_id, name, email, search_text, ip, user_agent, session_ref,
          terms_sha256, verified_by) ON analytics.leads TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT (command_id, session_ref, lead_id, ip, user_agent)
          ON analytics.access_log TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT (viewing_session_id, command_id, claimed_seconds, claimed_completed,
          ranges) ON analytics.progress_events TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON analytics.viewing_summaries TO %I',
          current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
