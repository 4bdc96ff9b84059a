import { withClient } from '@secure-preview/embedded';
import { startTestPostgres, type TestPostgres } from './postgres.js';

describe('the test Postgres', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.stop());

  it('creates a database that only the owner can change', async () => {
    const database = await postgres.createDatabase();
    await withClient(database.adminUrl, async (owner) => {
      await owner.query('CREATE SCHEMA leads');
      await owner.query('CREATE TABLE leads.lead (name text)');
      const settings = await owner.query(
        "SELECT current_setting('server_encoding') e, current_setting('TimeZone') z",
      );
      expect(settings.rows).toEqual([{ e: 'UTF8', z: 'UTC' }]);
    });
    await withClient(database.appUrl, async (app) => {
      await expect(app.query('SELECT * FROM leads.lead')).rejects.toThrow('permission denied');
      await expect(app.query('CREATE SCHEMA another')).rejects.toThrow('permission denied');
      await expect(app.query('CREATE TABLE public.another ()')).rejects.toThrow('permission denied');
      await expect(app.query('CREATE ROLE boss SUPERUSER')).rejects.toThrow('permission denied');
    });
    await database.drop();
    await expect(withClient(database.adminUrl, async () => undefined)).rejects.toThrow('does not exist');
  });

  it('keeps committed rows after kill -9 and a restart', async () => {
    const { adminUrl } = await postgres.createDatabase();
    await withClient(adminUrl, (client) => client.query('CREATE TABLE t AS SELECT 1 AS one'));
    const before = postgres.pid;
    await postgres.kill9();
    await expect(withClient(adminUrl, async () => undefined)).rejects.toThrow();
    await postgres.restart();
    expect(postgres.pid).not.toBe(before);
    const rows = await withClient(adminUrl, (client) => client.query('SELECT one FROM t'));
    expect(rows.rows).toEqual([{ one: 1 }]);
  });
});
