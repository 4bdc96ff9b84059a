import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCodeMailboxes1795693680000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Mailbox that the limits count. NULL for codes of an earlier version, which count for their address.
      ALTER TABLE auth.codes ADD COLUMN mailbox_key text;
      CREATE INDEX codes_of_mailbox ON auth.codes (coalesce(mailbox_key, email_key), requested_at DESC);

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (mailbox_key) ON auth.codes TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
