import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SectionWriter } from '@secure-preview/operations';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createLogger } from '../logging/logger.js';
import { type Migrations, runMigrations } from '../postgres/run-migrations.js';
import { assertEmpty, assertNotServing, restoreSection } from './restore-section.js';
import { saveSchema } from './save-schema.js';

class First1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE film (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL, key bytea, weight double precision, share real, at timestamptz, more jsonb,
        ranges int4multirange, tags text[]);
      CREATE TABLE a_scene (film_id bigint NOT NULL REFERENCES film, body text);
      CREATE FUNCTION count_scene() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN UPDATE film SET weight = 0 WHERE id = NEW.film_id; RETURN NULL; END $$;
      CREATE TRIGGER scene_counted AFTER INSERT ON a_scene FOR EACH ROW EXECUTE FUNCTION count_scene();`);
  }
  async down(): Promise<void> {}
}
class Second1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE film ADD COLUMN title text; UPDATE film SET title = upper(name)`);
  }
  async down(): Promise<void> {}
}

const logger = createLogger({ service: 'test', level: 'silent' });
const older: Migrations = [First1700000000001];
const newer: Migrations = [First1700000000001, Second1700000000002];
const owner = { service: 'films', schema: 'films', roles: { app: 'DATABASE_URL' }, migrations: newer };
let postgres: TestPostgres;
let archive: Buffer;
let rows: unknown[];

async function as<T>(url: string, work: (client: Client) => Promise<T>, name = 'portal-backup'): Promise<T> {
  const client = new Client({ connectionString: url, application_name: name });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const migrate = ({ adminUrl, appUrl }: TestDatabase, migrations: Migrations) =>
  runMigrations({ adminUrl, appUrl, schema: 'films', migrations, logger });
const films = (client: Client) =>
  client.query(
    'SELECT f.*, s.body FROM films.film f LEFT JOIN films.a_scene s ON s.film_id = f.id ORDER BY f.id',
  );

async function archiveOf(url: string): Promise<Buffer> {
  const to = new PassThrough();
  const bytes = buffer(to);
  await as(url, async (client) => {
    const section = new SectionWriter(to, 'films');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await saveSchema(client, 'films', section);
    await client.query('COMMIT');
    await section.writeManifest();
    to.end(Buffer.alloc(1024));
  });
  return bytes;
}
const restore = (database: TestDatabase, bytes: Buffer, migrations = newer) =>
  as(database.adminUrl, (admin) =>
    restoreSection(admin, { ...owner, migrations }, new PassThrough().end(bytes), (migrations) =>
      migrate(database, migrations),
    ),
  );

beforeAll(async () => {
  postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  await migrate(database, older);
  await as(database.adminUrl, async (client) => {
    await client.query(`
      INSERT INTO films.film (name, key, weight, share, at, more, ranges, tags)
      SELECT E'Zoë “Z” \\\\ \\n\\t' || n, '\\x00ff5c', 0.1 + n, 1 / 3.0, '2026-03-01 12:00:00.123456+02',
             '{"a": [1, null, "x"]}', '{[1,5),[7,9)}', ARRAY['a,b', NULL, '"'] FROM generate_series(1, 450) n;
      INSERT INTO films.film (name) VALUES ('all other columns are null');
      DELETE FROM films.film WHERE id = 3;
      INSERT INTO films.a_scene SELECT id, repeat('x', 20000) FROM films.film WHERE id <= 300;
      UPDATE films.film SET weight = 7 WHERE id = 1`);
    rows = (await films(client)).rows;
  });
  archive = await archiveOf(database.adminUrl);
});
afterAll(() => postgres?.stop());

it('restores all values of an older backup before newer migrations run', async () => {
  const database = await postgres.createDatabase();
  expect(await restore(database, archive)).toEqual({ film: 450, a_scene: 299 });
  await as(database.adminUrl, async (client) => expect((await films(client)).rows).toEqual(rows));
  await migrate(database, newer);
  await as(database.adminUrl, async (client) => {
    const { rows: titles } = await client.query('SELECT title FROM films.film WHERE id = 451');
    expect(titles).toEqual([{ title: 'ALL OTHER COLUMNS ARE NULL' }]);
    const { rows: next } = await client.query(`INSERT INTO films.film (name) VALUES ('new') RETURNING id`);
    expect(next).toEqual([{ id: '452' }]);
    await client.query(`INSERT INTO films.a_scene VALUES (1, 'counted')`);
    const { rows: counted } = await client.query('SELECT weight FROM films.film WHERE id = 1');
    expect(counted).toEqual([{ weight: 0 }]);
  });
});

it('leaves the tables empty when the end of the backup is damaged', async () => {
  const database = await postgres.createDatabase();
  const damaged = Buffer.from(archive);
  const at = damaged.lastIndexOf('"sha256":"') + 12;
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  await expect(restore(database, damaged)).rejects.toThrow('incomplete or was modified');
  await as(database.adminUrl, (admin) => assertEmpty(admin, owner));
});

it('replaces rows that the portal created when it started', async () => {
  const database = await postgres.createDatabase();
  await migrate(database, older);
  await as(database.adminUrl, (client) =>
    client.query(
      `INSERT INTO films.film (id, name) OVERRIDING SYSTEM VALUE VALUES (1, 'first start'), (3, 'second')`,
    ),
  );
  const seededTables = ['film', 'table_of_a_later_version'];
  await as(database.adminUrl, (admin) =>
    restoreSection(admin, { ...owner, seededTables }, new PassThrough().end(archive), (migrations) =>
      migrate(database, migrations),
    ),
  );
  await as(database.adminUrl, async (client) => expect((await films(client)).rows).toEqual(rows));
});

it('rejects a database newer than the backup, and a backup newer than the code', async () => {
  const ahead = await postgres.createDatabase();
  await migrate(ahead, newer);
  await expect(restore(ahead, archive)).rejects.toThrow('the database is newer than the backup (Second');
  const recent = await archiveOf(ahead.adminUrl);
  const empty = await postgres.createDatabase();
  await expect(restore(empty, recent, older)).rejects.toThrow(
    'made by a newer version, with the migrations Second',
  );
});

it('reports a backup whose migrations this version has replaced', async () => {
  class All1800000000000 extends First1700000000001 {}
  const empty = await postgres.createDatabase();
  await expect(restore(empty, archive, [All1800000000000])).rejects.toThrow(
    'made by another version, with migrations that this version no longer has (First1700000000001). Restore it with',
  );
  await as(empty.adminUrl, (admin) => assertEmpty(admin, owner));
});

it('rejects a schema with rows, and a database with connected services', async () => {
  const database = await postgres.createDatabase();
  await migrate(database, newer);
  await as(database.adminUrl, async (admin) => {
    await assertEmpty(admin, owner);
    await admin.query(`INSERT INTO films.film (name) VALUES ('existing')`);
    await expect(assertEmpty(admin, owner)).rejects.toThrow('the portal is not empty: films has film');
    await assertEmpty(admin, { ...owner, seededTables: ['film'] });
    await assertNotServing(admin);
    await as(
      database.appUrl,
      () => expect(assertNotServing(admin)).rejects.toThrow('is running (secure-preview-films)'),
      'secure-preview-films',
    );
  });
});
