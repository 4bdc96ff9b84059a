import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several encrypted renditions of a trailer, with the sound apart, made one after the other. */
export class Ladder1700000000002 implements MigrationInterface {
  name = 'Ladder1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The key that a trailer's segments are encrypted with, itself encrypted with MEDIA_SECRET.
      CREATE TABLE trailer_key (
        id uuid PRIMARY KEY,
        trailer_id uuid NOT NULL UNIQUE REFERENCES trailer (id) ON DELETE CASCADE,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- What was made before has picture and sound in one, as has what a worker of the version before still makes
      -- while the version changes.
      ALTER TABLE rendition
        ADD COLUMN kind text NOT NULL DEFAULT 'muxed' CHECK (kind IN ('video', 'audio', 'muxed')),
        ADD COLUMN rung integer CHECK (rung > 0),
        ADD COLUMN audio_channels integer CHECK (audio_channels > 0),
        ADD COLUMN encrypted boolean NOT NULL DEFAULT false,
        ADD COLUMN provisional boolean NOT NULL DEFAULT false,
        ADD COLUMN retired_at timestamptz,
        ALTER COLUMN width DROP NOT NULL,
        ALTER COLUMN height DROP NOT NULL,
        ADD CHECK ((width IS NULL) = (kind = 'audio')),
        ADD CHECK ((height IS NULL) = (kind = 'audio'));
      COMMENT ON COLUMN rendition.rung IS 'Lines of the box that the picture fits: 1080, 720, 480';
      COMMENT ON COLUMN rendition.provisional IS 'A copy of the upload, to be retired once the others are made';
      COMMENT ON COLUMN rendition.retired_at IS
        'From then on no longer listed; served to those in the middle of it until the sweep takes it a day later';
      CREATE UNIQUE INDEX rendition_rung ON rendition (trailer_id, rung)
        WHERE kind = 'video' AND retired_at IS NULL;
      CREATE UNIQUE INDEX rendition_audio ON rendition (trailer_id) WHERE kind = 'audio' AND retired_at IS NULL;
      CREATE INDEX rendition_retired ON rendition (retired_at) WHERE retired_at IS NOT NULL;

      -- Null: not encrypted, as the initialisation segment, which holds no picture.
      ALTER TABLE segment ADD COLUMN iv bytea CHECK (length(iv) = 16);

      ALTER TABLE trailer
        ADD COLUMN ladder_done boolean NOT NULL DEFAULT false,
        ADD COLUMN seconds_left real CHECK (seconds_left >= 0),
        ADD COLUMN cancelled_at timestamptz;
      UPDATE trailer SET ladder_done = true WHERE status = 'ready';

      -- A picture of the video itself, for trailers without a poster of their own.
      ALTER TABLE poster ADD COLUMN generated boolean NOT NULL DEFAULT false;
    `);
    await runner.query(`
      DO $$
      BEGIN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON trailer_key TO %I, %I',
                       current_setting('portal.app_role'), current_setting('portal.worker_role'));
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
