import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SectionWriter } from '@secure-preview/operations';
import { saveSchema } from '@secure-preview/service-kit/backup';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import { type TestDatabase } from '@secure-preview/testing';
import { Client } from 'pg';
import { MEDIA_SCHEMA, mediaMigrations } from '../database/data-source.js';
import { installJobsSchema } from '../database/jobs-schema.js';
import { SecretBox } from '../secrets/secret-box.js';
import { type MediaServers, startMediaServers, testLogger } from '../testing/media-servers.js';
import { runCommand } from '../testing/run-command.js';
import { objectFile, SECRETS_FILE } from './saved-files.js';

const trailer = randomUUID();
const key = randomBytes(16);
const upload = 'a'.repeat(40);
const bytes = randomBytes(1000);
const earlierSecret = 'the secret of the earlier portal, long enough';
let servers: MediaServers;

beforeAll(async () => {
  servers = await startMediaServers();
});
afterAll(() => servers?.stop());

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a backup of a portal with an unfinished upload, whose schema has only these migrations. */
async function backupWith(database: TestDatabase, migrations: typeof mediaMigrations): Promise<Buffer> {
  await runMigrations({
    adminUrl: database.adminUrl,
    appUrl: database.urlOf('media'),
    workerUrl: database.urlOf('media-worker'),
    schema: MEDIA_SCHEMA,
    migrations,
    afterMigrations: installJobsSchema,
    logger: testLogger,
  });
  const to = new PassThrough();
  const written = buffer(to);
  await withClient(database.adminUrl, async (client) => {
    await client.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [upload]);
    await client.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status)
       VALUES ($1, 'c', 'A title', $2, 'the ETag of another store', $3, 'processing')`,
      [trailer, upload, bytes.length],
    );
    await client.query('INSERT INTO media.trailer_keys (id, trailer_id, wrapped) VALUES ($1, $1, $2)', [
      trailer,
      new SecretBox(earlierSecret).wrap(key, trailer),
    ]);
    const section = new SectionWriter(to, 'media-service');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await saveSchema(client, MEDIA_SCHEMA, section);
    await client.query('COMMIT');
    await section.addJson(SECRETS_FILE, { current: earlierSecret, previous: null });
    await section.addBytes(objectFile(upload), bytes);
    await section.writeManifest();
    to.end(Buffer.alloc(1024));
  });
  return written;
}

it('restores a backup of version 1.0.0, which has fewer tables', async () => {
  const [earlier, restored] = [
    await servers.postgres.createDatabase(),
    await servers.postgres.createDatabase(),
  ];
  const backup = await backupWith(earlier, mediaMigrations.slice(0, 1));
  const variables = {
    ...servers.variables,
    DATABASE_URL: restored.appUrl,
    DATABASE_ADMIN_URL: restored.adminUrl,
    S3_BUCKET: 'restored',
  };
  expect(await runCommand(['restore-data'], variables, backup)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('restored objects: 1'),
  });
  await withClient(restored.adminUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT t.source_etag AS etag, k.wrapped FROM media.trailers t JOIN media.trailer_keys k ON k.trailer_id = t.id',
    );
    expect(rows).toEqual([
      { etag: expect.not.stringContaining('another store'), wrapped: expect.any(Buffer) },
    ]);
    expect(new SecretBox(servers.environment.MEDIA_SECRET).unwrap(rows[0].wrapped, trailer)).toEqual(key);
    const { rows: marks } = await client.query('SELECT FROM media.marks');
    expect(marks).toEqual([]);
  });
}, 120_000);
