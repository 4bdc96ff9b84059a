import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCodes1795596000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Codes that were requested, also those that no mail was sent for. The digits are derived from the id.
      CREATE TABLE auth.codes (
        id uuid PRIMARY KEY,
        -- A command that is sent twice requests one code.
        command_id uuid NOT NULL UNIQUE,
        email_key text NOT NULL,
        -- Gate mode in effect, or a test of the administrator. The code is valid for nothing else.
        purpose text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Commands that tried a wrong code. A command that is sent twice uses up one try.
        wrong_commands uuid[] NOT NULL DEFAULT '{}',
        used_at timestamptz
      );
      CREATE INDEX codes_of_address ON auth.codes (email_key, requested_at DESC);
      CREATE INDEX codes_requested ON auth.codes (requested_at);

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT SELECT, DELETE, INSERT (id, command_id, email_key, purpose),
          UPDATE (wrong_commands, used_at) ON auth.codes TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
