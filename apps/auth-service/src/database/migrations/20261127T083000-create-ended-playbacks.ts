import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEndedPlaybacks1795768200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each time an administrator ended or allowed the playback of a trailer version in the visit of a lead. The
      -- newest row of a lead and trailer counts. Rows are never changed.
      CREATE TABLE auth.ended_playbacks (
        -- In the order of commits: changes are serialised.
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- A command that is sent twice is stored once.
        command_id uuid NOT NULL UNIQUE,
        lead_id uuid NOT NULL,
        trailer_id uuid NOT NULL,
        ended boolean NOT NULL,
        -- Public id of the administrator's session.
        by_session uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ended_playbacks_of_lead ON auth.ended_playbacks (lead_id, trailer_id, id DESC);

      -- The application cannot change rows, or set their ids and times.
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, INSERT (command_id, lead_id, trailer_id, ended, by_session)
          ON auth.ended_playbacks TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
