import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each lead watched of each trailer, kept beside its viewing sessions, so that no number of sessions that it
 * begins hides what it watched before. And since when a lead had a trailer to watch, which may be before its viewing
 * session could be begun.
 */
export class WatchedByLead1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When each lead (one session) was first given the playlist of each trailer: ago_ms before recorded_at. Limits what
      -- it can have watched. A null trailer stands for all viewings that are bound to none. A row is never changed.
      CREATE TABLE analytics.playback_grants (
        lead_id uuid NOT NULL,
        trailer_id uuid,
        ago_ms integer NOT NULL CHECK (ago_ms BETWEEN 0 AND 43200000),
        recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE UNIQUE INDEX playback_grants_first ON analytics.playback_grants
        (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000')));
      -- Derived from the viewing sessions: the union of what they played.
      CREATE TABLE analytics.watched_summaries (
        lead_id uuid NOT NULL,
        trailer_id uuid,
        trailer_seconds double precision CHECK (trailer_seconds > 0),
        ranges jsonb NOT NULL DEFAULT '[]',
        watched_seconds double precision NOT NULL DEFAULT 0,
        -- Null before anything was played.
        played_at timestamptz,
        last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE UNIQUE INDEX watched_summaries_of_lead ON analytics.watched_summaries
        (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000')));
      INSERT INTO analytics.watched_summaries
      SELECT lead_id, trailer_id, trailer_seconds,
             (SELECT coalesce(jsonb_agg(jsonb_build_array(lower(piece), upper(piece)) ORDER BY piece), '[]')
              FROM unnest(played) AS piece),
             (SELECT coalesce(sum(upper(piece) - lower(piece)), 0)::float8 FROM unnest(played) AS piece),
             played_at, last_seen_at
      FROM (
        SELECT v.lead_id, v.trailer_id, max(v.trailer_seconds) AS trailer_seconds, range_agg(parts.played) AS played,
               max(s.last_seen_at) FILTER (WHERE s.watched_seconds > 0) AS played_at,
               max(s.last_seen_at) AS last_seen_at
        FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
        CROSS JOIN LATERAL (
          SELECT range_agg(numrange((part->>0)::numeric, (part->>1)::numeric)) AS played
          FROM jsonb_array_elements(s.ranges) AS part) AS parts
        GROUP BY v.lead_id, v.trailer_id) AS known;
    `);
    await runner.query(`
      DO $$ BEGIN
        EXECUTE format('GRANT SELECT, INSERT (lead_id, trailer_id, ago_ms) ON analytics.playback_grants TO %I',
          current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON analytics.watched_summaries TO %I',
          current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
