import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhookEndpoints1795623900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each change of the address of webhooks. Waiting deliveries to any other than the newest one are not sent.
      CREATE TABLE outbox.webhook_endpoints (
        -- In the order of commits: changes are serialised.
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- NULL if the address was removed.
        endpoint_id uuid,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      -- Only auth-service has settings. Some tests of other services create the outbox without its role.
      DO $$ DECLARE auth text := quote_ident(current_setting('portal.auth_role', true)); BEGIN
        EXECUTE format('GRANT SELECT ON outbox.webhook_endpoints TO %I', current_setting('portal.app_role'));
        IF auth IS NOT NULL THEN
          EXECUTE 'GRANT INSERT (endpoint_id) ON outbox.webhook_endpoints TO ' || auth;
        END IF;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
