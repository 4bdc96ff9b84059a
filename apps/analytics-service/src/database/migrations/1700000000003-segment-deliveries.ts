import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which segments were sent to whom, as the gateway saw it: the page has no say in it. */
export class SegmentDeliveries1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row is never changed.
      CREATE TABLE analytics.segment_deliveries (
        command_id uuid NOT NULL,
        -- Place in the command.
        number integer NOT NULL,
        session_ref uuid NOT NULL,
        lead_id uuid NOT NULL,
        ip text NOT NULL,
        trailer_id uuid NOT NULL,
        rendition_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('video', 'audio', 'muxed')),
        -- Place of the segment in its rendition, and what of the trailer it shows.
        position integer NOT NULL CHECK (position > 0),
        played int4range NOT NULL,
        -- False for a part of the segment, and for a transfer that was broken off.
        whole boolean NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ago_ms integer NOT NULL CHECK (ago_ms BETWEEN 0 AND 600000),
        -- Derived from the clock of Postgres: nobody adds a delivery of another day. In UTC, since only that
        -- arithmetic is immutable.
        at timestamptz NOT NULL GENERATED ALWAYS AS
          ((recorded_at AT TIME ZONE 'UTC' - ago_ms * interval '1 millisecond') AT TIME ZONE 'UTC') STORED,
        PRIMARY KEY (command_id, number)
      );
      COMMENT ON COLUMN analytics.segment_deliveries.played IS 'Milliseconds of the trailer';
      COMMENT ON COLUMN analytics.segment_deliveries.ago_ms IS
        'Milliseconds between the delivery and its record, as the gateway says; ten minutes at most';
      -- One row for a segment, session and minute, and one for parts of it: more would let free sessions fill the disk.
      CREATE UNIQUE INDEX segment_deliveries_once_a_minute ON analytics.segment_deliveries
        (session_ref, rendition_id, position, whole, date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01 00:00:00+00'));
      CREATE INDEX segment_deliveries_of_lead ON analytics.segment_deliveries (lead_id, at);
      -- Derived from the deliveries of whole pictures: the union of what each lead was sent of each trailer.
      CREATE TABLE analytics.delivery_summaries (
        lead_id uuid NOT NULL,
        trailer_id uuid NOT NULL,
        trailer_seconds double precision CHECK (trailer_seconds > 0),
        played int4multirange NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (lead_id, trailer_id)
      );
    `);
    await runner.query(`
      DO $$ BEGIN
        EXECUTE format('GRANT SELECT, INSERT (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id,
          kind, position, played, whole, ago_ms) ON analytics.segment_deliveries TO %I', current_setting('portal.app_role'));
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON analytics.delivery_summaries TO %I',
          current_setting('portal.app_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
