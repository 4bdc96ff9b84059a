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

      DO $$ DECLARE writer text; BEGIN
        EXECUTE format('GRANT SELECT ON outbox.webhook_endpoints TO %I', current_setting('portal.app_role'));
        FOREACH writer IN ARRAY string_to_array(current_setting('portal.writer_roles'), ',') LOOP
          EXECUTE format('GRANT INSERT (endpoint_id) ON outbox.webhook_endpoints TO %I', writer);
        END LOOP;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
