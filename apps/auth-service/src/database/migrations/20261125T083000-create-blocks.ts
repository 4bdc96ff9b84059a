import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBlocks1795595400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each time an address, a domain or a network was blocked or unblocked. The newest row of a value counts.
      -- Rows are never changed.
      CREATE TABLE auth.blocks (
        -- In the order of commits: changes are serialised.
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- A command that is sent twice is stored once.
        command_id uuid NOT NULL UNIQUE,
        kind text NOT NULL CHECK (kind IN ('address', 'domain', 'network')),
        -- Key of an address, Unicode form of a domain, or CIDR notation of a network.
        value text NOT NULL CHECK (length(value) BETWEEN 1 AND 320),
        blocked boolean NOT NULL,
        note text NOT NULL,
        -- Public id of the administrator's session. NULL for a command of an operator, as is the name.
        by_session uuid,
        -- Name that the administrator entered at the gate.
        by_name text,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX blocks_of_value ON auth.blocks (kind, value, id DESC);

      -- The application cannot change rows, or set their ids and times.
      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, INSERT (command_id, kind, value, blocked, note, by_session, by_name)
          ON auth.blocks TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
