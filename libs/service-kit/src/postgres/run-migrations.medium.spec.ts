import { startTestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createLogger } from '../logging/logger.js';
import { postgresOptions } from './postgres-options.js';
import { runMigrations } from './run-migrations.js';
import { schemaState } from './schema-version.js';

class CreateThings1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id int PRIMARY KEY)');
    await runner.query(
      `DO $$ BEGIN EXECUTE format('GRANT SELECT, INSERT ON things TO %I', current_setting('portal.app_role')); END $$`,
    );
  }
  async down(): Promise<void> {}
}
class Newer1800000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE more (id int PRIMARY KEY)');
  }
  async down(): Promise<void> {}
}
class Later1800000000002 extends CreateThings1700000000001 {}

const logger = createLogger({ service: 'test', level: 'silent' });
const migrations = [CreateThings1700000000001];

describe('runMigrations', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: Awaited<ReturnType<typeof postgres.createDatabase>>;
  const settings = () => ({
    adminUrl: database.adminUrl,
    appUrl: database.appUrl,
    schema: 'sample',
    migrations,
    logger,
  });

  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());
  beforeEach(async () => {
    database = await postgres.createDatabase();
  });

  it('migrates once when several runs start at once', async () => {
    await Promise.all([runMigrations(settings()), runMigrations(settings()), runMigrations(settings())]);
    const client = new Client({ connectionString: database.appUrl });
    await client.connect();
    const { rows } = await client.query('SELECT name FROM sample.schema_migrations');
    await client.end();
    expect(rows).toEqual([{ name: 'CreateThings1700000000001' }]);
  });

  it('gives the application only the rights that the migration grants', async () => {
    await runMigrations(settings());
    const client = new Client({ connectionString: database.appUrl });
    await client.connect();
    await client.query('INSERT INTO sample.things VALUES (1)');
    await expect(client.query('DELETE FROM sample.things')).rejects.toThrow('permission denied');
    await expect(client.query('CREATE TABLE sample.another (id int)')).rejects.toThrow('permission denied');
    await client.end();
  });

  it('reports a database that is older than the code, and accepts a newer one', async () => {
    await runMigrations(settings());
    const app = new DataSource(postgresOptions({ url: database.appUrl, schema: 'sample', entities: [] }));
    await app.initialize();
    expect(await schemaState(app, 'sample', migrations)).toBe('ok');
    expect(await schemaState(app, 'sample', [])).toBe('ok');
    expect(await schemaState(app, 'sample', [...migrations, Later1800000000002])).toMatch(/missing: Later/);
    await app.destroy();
  });

  it('rejects a schema whose migrations this version replaced, and changes nothing', async () => {
    await runMigrations(settings());
    class All1900000000000 extends CreateThings1700000000001 {}
    const replaced = { ...settings(), migrations: [All1900000000000] };
    await expect(runMigrations(replaced)).rejects.toThrow(
      /^The schema sample was made by another version, .* \(CreateThings1700000000001\)\. Nothing was changed\. Start with an empty database/,
    );
    await runMigrations(settings());
  });

  it('accepts a schema of a newer version', async () => {
    await runMigrations({ ...settings(), migrations: [...migrations, Newer1800000000003] });
    await runMigrations(settings());
  });

  describe('the roles of processes', () => {
    const asRole = (role: string, password: string) => {
      const url = new URL(database.appUrl);
      url.username = role;
      url.password = encodeURIComponent(password);
      return url.href;
    };
    const canLogIn = async (url: string) => {
      const client = new Client({ connectionString: url });
      try {
        await client.connect();
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: '28P01' });
        return false;
      } finally {
        await client.end();
      }
    };

    it('are created with the right to connect and with the passwords from their URLs', async () => {
      const adminUrl = postgres.adminUrl(database.name);
      const [appUrl, workerUrl] = [asRole('made_app', `p@ss/w#rd%1 '"`), asRole('made_worker', 'another')];
      await runMigrations({ ...settings(), adminUrl, appUrl, workerUrl });
      expect([await canLogIn(appUrl), await canLogIn(workerUrl)]).toEqual([true, true]);
      const changed = asRole('made_worker', 'a newer one');
      await runMigrations({ ...settings(), adminUrl, appUrl, workerUrl: changed });
      expect([await canLogIn(changed), await canLogIn(workerUrl), await canLogIn(appUrl)]).toEqual([
        true,
        false,
        true,
      ]);
    });

    it('can create neither temporary tables nor large objects', async () => {
      const name = `plain_${database.name}`;
      const server = new Client({ connectionString: postgres.adminUrl() });
      await server.connect();
      await server.query(`CREATE DATABASE ${name}`);
      await server.end();
      const appUrl = database.appUrl.replace(database.name, name);
      await runMigrations({ ...settings(), adminUrl: postgres.adminUrl(name), appUrl });
      const client = new Client({ connectionString: appUrl });
      await client.connect();
      try {
        for (const sql of [
          'CREATE TEMP TABLE temporary ()',
          'SELECT lo_create(0)',
          'SELECT lo_creat(-1)',
          "SELECT lo_from_bytea(0, 'content')",
        ]) {
          await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
        }
      } finally {
        await client.end();
      }
    });

    it('stay unchanged where the admin may not alter them', async () => {
      await runMigrations({ ...settings(), appUrl: asRole('portal_app', 'not its password') });
      expect(await canLogIn(database.appUrl)).toBe(true);
    });
  });
});
