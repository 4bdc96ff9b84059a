import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entities describe tables and columns. Everything here is derived from evidence. */
export class AddPeople1795692600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const TABLES = `
  CREATE FUNCTION analytics.seconds_in(played int4multirange) RETURNS double precision
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(sum(upper(piece) - lower(piece)), 0)::double precision / 1000 FROM unnest(played) AS piece);
  COMMENT ON FUNCTION analytics.seconds_in IS 'Seconds of ranges in milliseconds';

  CREATE FUNCTION analytics.multirange_of(ranges jsonb) RETURNS int4multirange
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(range_agg(int4range(
            round((range ->> 0)::numeric * 1000)::integer, round((range ->> 1)::numeric * 1000)::integer)), '{}')
          FROM jsonb_array_elements(ranges) AS range);
  COMMENT ON FUNCTION analytics.multirange_of IS 'Milliseconds of ranges in seconds: [[from, to], …]';

  CREATE TABLE analytics.people (
    id uuid PRIMARY KEY,
    proved_key text UNIQUE,
    -- This collation sorts alphabetically in every locale of the server.
    name text COLLATE "und-x-icu" NOT NULL,
    email text COLLATE "und-x-icu" NOT NULL,
    search_text text NOT NULL,
    verified_by text NOT NULL,
    visits integer NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    networks text[] NOT NULL
  );
  CREATE TABLE analytics.staff_leads (
    lead_id uuid PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE analytics.person_watched (
    person_id uuid NOT NULL,
    trailer_id uuid NOT NULL,
    trailer_seconds double precision CHECK (trailer_seconds > 0),
    played int4multirange NOT NULL,
    watched_seconds double precision NOT NULL GENERATED ALWAYS AS (analytics.seconds_in(played)) STORED,
    watched_share double precision GENERATED ALWAYS AS
      (CASE WHEN trailer_seconds IS NOT NULL THEN least(analytics.seconds_in(played) / trailer_seconds, 1) END) STORED,
    last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (trailer_id, person_id)
  );
  CREATE INDEX person_watched_of_person ON analytics.person_watched (person_id);
  COMMENT ON COLUMN analytics.person_watched.played IS 'Milliseconds of the trailer';`;

const GRANTS = `
  DO $$
  DECLARE
    app text := quote_ident(current_setting('portal.app_role'));
  BEGIN
    EXECUTE 'GRANT SELECT, INSERT, UPDATE ON analytics.people TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON analytics.person_watched TO ' || app;
    EXECUTE 'GRANT SELECT, INSERT (lead_id) ON analytics.staff_leads TO ' || app;
  END $$;`;
