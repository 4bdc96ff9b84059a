import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import { dumpSchema } from '../../release/dump-schema.mjs';
import { describeSchemas } from '../../release/migrated-schemas.mjs';
import { lastRelease } from '../../release/versions.mjs';
import { migrateServices } from '../migrations/migrate-services.js';
import { workspaceRoot } from '../workspace/projects.js';
import { changeFindings } from './accepted-changes.js';
import {
  listMigrations,
  releasedSchemas,
  restoreSchemas,
  type SchemaSnapshot,
  schemaChanges,
} from './released-schema.js';

const release = lastRelease(workspaceRoot);

let postgres: TestPostgres;
/** Database with the current schemas. */
let now: Client;
/** Snapshot of the current schemas, as a release would write it. */
let snapshot: SchemaSnapshot;
const opened: Client[] = [];

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  opened.push(client);
  return client;
}
async function restore(schemas: SchemaSnapshot): Promise<Client> {
  const client = await connect(postgres.adminUrl((await postgres.createDatabase()).name));
  await restoreSchemas(client, schemas);
  return client;
}
/** Returns the schemas after an upgrade from a snapshot to the current migrations. */
async function upgrade(schemas: SchemaSnapshot): Promise<SchemaSnapshot> {
  const database = await postgres.createDatabase();
  const owner = await connect(database.adminUrl);
  await restoreSchemas(owner, schemas);
  await listMigrations(owner, schemas);
  await migrateServices(database);
  return describeSchemas(owner);
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  await migrateServices(database);
  now = await connect(postgres.adminUrl(database.name));
  snapshot = await describeSchemas(now);
}, 300_000);
afterAll(async () => {
  await Promise.all(opened.map((client) => client.end()));
  await postgres?.stop();
});

it(`works with the schemas of ${release ? `version ${release.version}` : 'no version, because nothing is released yet'}`, async () => {
  if (release === undefined) return;
  const before = releasedSchemas(release.folder);
  const changes = await schemaChanges(before, await restore(before), now);
  expect(changeFindings(release.version, changes)).toEqual([]);
});

it('upgrades the schemas of the last release to the schemas of a new portal', async () => {
  expect(await upgrade(release ? releasedSchemas(release.folder) : snapshot)).toEqual(snapshot);
});

it('finds a released migration that was changed', async () => {
  const { auth = '', ...others } = snapshot;
  const released = { ...others, auth: auth.replace('hash text NOT NULL', 'hash text') };
  expect((await upgrade(released))['auth']).toBe(released.auth);
  expect(released.auth).not.toBe(auth);
});

it('restores every schema unchanged', async () => {
  const copy = await restore(snapshot);
  expect(Object.keys(snapshot)).toEqual(expect.arrayContaining(['analytics', 'auth', 'media', 'outbox']));
  for (const [schema, sql] of Object.entries(snapshot)) {
    expect(sql).toMatch(/^-- migration: \w+\n/);
    expect(sql).toContain(await dumpSchema(copy, schema));
  }
  expect(await schemaChanges(snapshot, copy, now)).toEqual([]);
});

it('rejects a schema with objects that it cannot describe', async () => {
  const client = await restore({});
  await client.query(
    `CREATE SCHEMA odd; CREATE MATERIALIZED VIEW odd.v AS SELECT 1; CREATE TYPE odd.e AS ENUM ('a')`,
  );
  await expect(dumpSchema(client, 'odd')).rejects.toThrow(
    'The dump of odd lacks: relation odd.v, type odd.e',
  );
});

describe('compared with a fictional release', () => {
  const sample = `CREATE SCHEMA sample; CREATE TABLE sample.things (id int PRIMARY KEY, name text);
    GRANT SELECT, INSERT ON sample.things TO portal_auth;`;
  const changes = async (sql: string, migrations: readonly string[] = ['One']) => {
    const later = await restore({ sample });
    await later.query('CREATE TABLE sample.schema_migrations (id serial, name text)');
    await later.query('INSERT INTO sample.schema_migrations (name) SELECT unnest($1::text[])', [migrations]);
    await later.query(sql);
    return schemaChanges({ sample: `-- migration: One\n${sample}` }, await restore({ sample }), later);
  };

  it.each([
    ['a new table', 'CREATE TABLE sample.another (id int)'],
    ['a nullable column', 'ALTER TABLE sample.things ADD COLUMN note text'],
    ['a column with a default', `ALTER TABLE sample.things ADD COLUMN note text NOT NULL DEFAULT ''`],
  ])('accepts %s', async (_name, sql) => {
    expect(await changes(sql, ['One', 'Two'])).toEqual([]);
  });

  it.each([
    ['DROP TABLE sample.things', 'sample.things was removed'],
    ['ALTER TABLE sample.things DROP COLUMN name', 'sample.things.name was removed'],
    ['ALTER TABLE sample.things ALTER name TYPE varchar(9)', 'is character varying(9), was text'],
    ['ALTER TABLE sample.things ADD COLUMN note text NOT NULL', '.note is a new NOT NULL column'],
    ['REVOKE INSERT ON sample.things FROM portal_auth', 'lost privileges (I)'],
  ])('reports %s', async (sql, finding) => {
    expect(await changes(sql)).toContainEqual(expect.stringContaining(finding));
  });

  it('reports a released migration that is missing', async () => {
    expect(await changes('', ['Two'])).toEqual(['migration One was removed']);
  });
});
