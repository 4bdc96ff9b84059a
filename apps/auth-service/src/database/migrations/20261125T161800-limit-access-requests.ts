import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitAccessRequests1795623480000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether the request caused an alert.
      ALTER TABLE auth.access_requests ADD COLUMN alerted boolean NOT NULL DEFAULT false;
      CREATE INDEX access_requests_alerted ON auth.access_requests (at) WHERE alerted;
      CREATE INDEX access_requests_open_by_time ON auth.access_requests (at, id) WHERE state = 'open';

      DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
        EXECUTE format('GRANT INSERT (alerted) ON auth.access_requests TO %I', app);
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
