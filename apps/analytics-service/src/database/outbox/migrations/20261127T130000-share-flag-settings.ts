import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets analytics-service read which flags block, and the language of notes about blocks, but no other settings of alerts.
 * Some tests of other services create the outbox without its role.
 */
export class ShareFlagSettings1795784400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW outbox.flag_settings WITH (security_barrier) AS
        SELECT coalesce(settings -> 'flagBlocks', '[]') AS blocks, settings ->> 'language' AS language
        FROM outbox.alert_settings ORDER BY id DESC LIMIT 1;
      DO $$
      DECLARE
        analytics text := quote_ident(current_setting('portal.analytics_role', true));
      BEGIN
        IF analytics IS NOT NULL THEN
          EXECUTE 'GRANT SELECT ON outbox.flag_settings TO ' || analytics;
        END IF;
      END $$;`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
