import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type TestDatabase, until } from '@secure-preview/testing';
import { Client } from 'pg';
import { SecretBox } from '../secrets/secret-box.js';
import { BACKUP_LOCK } from '../storage/backup-lock.js';
import type { ObjectStore } from '../storage/object-store.js';
import { S3ObjectStore } from '../storage/s3/s3-object-store.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { runBuiltCommand, runCommand } from '../testing/run-command.js';
import { mediaRestoreHooks } from './restore-media.js';
import { objectFile, SECRETS_FILE } from './saved-files.js';

/** Objects in the order of the backup. A restore streams the upload, and buffers the segments. */
const objects = new Map([
  ['0'.repeat(40), randomBytes(1000)],
  ['1'.repeat(40), randomBytes(500)],
  ['2'.repeat(40), randomBytes(500)],
  ['a'.repeat(40), randomBytes(9 * 2 ** 20)],
  ['c'.repeat(40), randomBytes(500)],
  ['f'.repeat(40), randomBytes(100_000)],
]);
const [segment = '', gateImage = '', twin = '', upload = '', clip = '', retired = ''] = [...objects.keys()];
/** Key of the trailer. */
const key = randomBytes(16);
/** Key of the patterns of the trailer. */
const patternKey = randomBytes(32);
const [markId, bits] = [randomUUID(), randomBytes(20)];
/** Id of the trailer. */
const trailer = randomUUID();
const gateImageId = randomUUID();
/** Id of a found copy that is not read yet. */
const caseId = randomUUID();
let servers: MediaServers;
let store: S3ObjectStore;

const bucket = (name: string) =>
  new S3ObjectStore({ ...servers.environment, S3_BUCKET: name }, async () => true);

beforeAll(async () => {
  servers = await startMediaServers();
  store = bucket(servers.store.bucket);
  await store.prepareBucket();
  for (const [key, bytes] of objects) await store.putBytes(key, bytes, 'video/mp4');
  const etag = (await store.facts(upload))?.etag;
  const [shown, replaced] = [randomUUID(), randomUUID()];
  await servers.withAdmin(async (admin) => {
    await admin.query('INSERT INTO media.stored_objects (key) SELECT unnest($1::text[])', [
      [...objects.keys()],
    ]);
    await admin.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status)
       VALUES ($1, 'c', 'A title', $2, $3, 1, 'ready')`,
      [trailer, upload, etag],
    );
    const wrapped = new SecretBox(servers.environment.MEDIA_SECRET).wrap(key, trailer);
    await admin.query('INSERT INTO media.trailer_keys (id, trailer_id, wrapped) VALUES ($1, $1, $2)', [
      trailer,
      wrapped,
    ]);
    await admin.query(
      `INSERT INTO media.renditions (id, trailer_id, width, height, codecs, peak_bits_per_second,
                                    average_bits_per_second, retired_at)
       VALUES ($1, $3, 32, 18, 'avc1.64001F', 1, 1, NULL), ($2, $3, 32, 18, 'avc1.64001F', 1, 1, now())`,
      [shown, replaced, trailer],
    );
    await admin.query(
      `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes)
       VALUES ($1, 0, 'init.mp4', $3, 1), ($2, 0, 'init.mp4', $4, 1)`,
      [shown, replaced, segment, retired],
    );
    await admin.query(
      'UPDATE media.segments SET twin_object_key = $2, twin_bytes = 1 WHERE object_key = $1',
      [segment, twin],
    );
    await admin.query('INSERT INTO media.marks (trailer_id, pattern_key) VALUES ($1, $2)', [
      trailer,
      new SecretBox(servers.environment.MEDIA_SECRET).wrap(patternKey, trailer),
    ]);
    await admin.query('INSERT INTO media.codewords (trailer_id, mark_id, bits) VALUES ($1, $2, $3)', [
      trailer,
      markId,
      bits,
    ]);
    await admin.query(
      `INSERT INTO media.gate_images (id, source_key, kind, object_key, content_type, bytes, width, height)
       VALUES ($1, 'upload', 'logo', $2, 'image/png', 500, 32, 18)`,
      [gateImageId, gateImage],
    );
    await admin.query(
      `INSERT INTO media.leak_cases (id, command_id, file_name, source_key, source_etag, source_bytes)
       VALUES ($1, 'c', 'clip.mp4', $2, $3, 500)`,
      [caseId, clip, (await store.facts(clip))?.etag],
    );
  });
});
afterAll(() => servers?.stop());

const portal = (command: string, more: Record<string, string> = {}, input?: Buffer) =>
  runCommand([command], { ...servers.variables, ...more }, input);
const builtPortal = (command: string, more: Record<string, string> = {}, input?: Buffer) =>
  runBuiltCommand([command], { ...servers.variables, ...more }, input);

/** Removes an object while `work` runs. */
async function withoutObject<T>(key: string, work: () => Promise<T>): Promise<T> {
  await store.delete(key);
  try {
    return await work();
  } finally {
    await store.putBytes(key, objects.get(key) ?? Buffer.alloc(0), 'video/mp4');
  }
}

describe('a backup', () => {
  it('is incomplete when a needed object is missing', async () => {
    for (const key of [segment, twin, upload, clip, gateImage]) {
      expect(await withoutObject(key, () => portal('backup-data'))).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(
          'objects: 5 (missing in storage: 1, needed by trailers or the gate: 1)',
        ),
      });
    }
  }, 120_000);

  it('is complete without objects that no trailer needs', async () => {
    expect(await withoutObject(retired, () => portal('backup-data'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'objects: 5 (missing in storage: 1, needed by trailers or the gate: 0)',
      ),
    });
  }, 120_000);

  it('fails with a secret that does not unwrap the keys', async () => {
    expect(
      await portal('backup-data', { MEDIA_SECRET: 'the secret of another portal, long enough' }),
    ).toEqual({
      code: 1,
      stdout: expect.anything(),
      stderr: expect.stringContaining(`MEDIA_SECRET cannot unwrap the key of trailer ${trailer}`),
    });
  }, 120_000);

  it('takes the lock that excludes sweeps before it reads', async () => {
    await servers.withAdmin(async (lockHolder) => {
      await lockHolder.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
      const saved = portal('backup-data');
      const waiting = async () => {
        const { rowCount } = await lockHolder.query(
          `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
           WHERE l.locktype = 'advisory' AND NOT l.granted AND a.application_name = 'portal-backup'`,
        );
        return rowCount === 1;
      };
      await until(waiting, { what: 'the backup to wait for the lock', deadlineMs: 60_000 });
      await lockHolder.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK]);
      expect((await saved).code).toBe(0);
    });
  }, 120_000);

  it('fails in a bucket that does not exist', async () => {
    expect(await portal('backup-data', { S3_BUCKET: 'mistyped' })).toMatchObject({
      code: 1,
      stderr: 'The data of media-service were not saved: The bucket mistyped does not exist.\n',
    });
  }, 120_000);
});

describe('a restore', () => {
  let emptyDatabase: TestDatabase;
  let backup: Buffer;
  let restoredStore: S3ObjectStore;
  let variables: Record<string, string>;
  beforeAll(async () => {
    emptyDatabase = await servers.postgres.createDatabase();
    restoredStore = bucket('restored');
    variables = {
      DATABASE_URL: emptyDatabase.appUrl,
      DATABASE_ADMIN_URL: emptyDatabase.adminUrl,
      S3_BUCKET: 'restored',
    };
    expect((await portal('record-backup')).code).toBe(0);
    const saved = await builtPortal('backup-data');
    expect(saved.code).toBe(0);
    backup = Buffer.concat([saved.stdout, Buffer.alloc(1024)]);
  }, 60_000);
  const keys = async () => {
    const found: string[] = [];
    for await (const page of restoredStore.list()) found.push(...page.map(({ key }) => key));
    return found;
  };

  it('is rejected before any write when the bucket holds objects of a portal', async () => {
    const usedBucket = { ...variables, S3_BUCKET: servers.store.bucket };
    expect(await portal('restore-data', usedBucket, backup)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the bucket contains objects of a portal.'),
    });
  }, 120_000);

  it.each([
    ['a buffered object', 50_000],
    ['a streamed object', 5 * 2 ** 20],
  ])(
    'reports a backup that is truncated in %s, and deletes the restored objects',
    async (_where, bytes) => {
      const truncated = await portal('restore-data', variables, backup.subarray(0, backup.length - bytes));
      expect(truncated).toMatchObject({
        code: 1,
        stderr:
          'The data of media-service were not restored: This is not a backup, or it is incomplete (Unexpected end of data)\n',
      });
      expect(await keys()).toEqual([]);
    },
    120_000,
  );

  it('restores everything when it is repeated', async () => {
    const newSecret = 'the secret of the restored portal, long enough';
    expect(
      await builtPortal('restore-data', { ...variables, MEDIA_SECRET: newSecret }, backup),
    ).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('restored objects: 6'),
    });
    expect((await keys()).sort()).toEqual([segment, gateImage, twin, upload, clip, retired]);
    const facts = await restoredStore.facts(upload);
    const start = await restoredStore.readStart(upload, facts?.etag ?? '', 1000);
    expect(objects.get(upload)?.subarray(0, 1000).equals(start)).toBe(true);
    const database = new Client({ connectionString: emptyDatabase.adminUrl });
    await database.connect();
    try {
      // No backup of the restored portal exists yet.
      expect((await database.query('SELECT FROM media.last_backups')).rowCount).toBe(0);
      const { rows: images } = await database.query('SELECT id, object_key AS key FROM media.gate_images');
      expect(images).toEqual([{ id: gateImageId, key: gateImage }]);
      const { rows: cases } = await database.query('SELECT id, source_etag AS etag FROM media.leak_cases');
      expect(cases).toEqual([{ id: caseId, etag: (await restoredStore.facts(clip))?.etag }]);
      const job = await database.query('SELECT FROM media_jobs.jobs WHERE key = $1', [`clip:${caseId}`]);
      expect(job.rowCount).toBe(1);
      const { rows } = await database.query(
        `SELECT t.source_etag AS etag, k.wrapped,
                ARRAY(SELECT key FROM media_jobs.jobs WHERE key LIKE '%' || t.id) AS jobs
         FROM media.trailers t JOIN media.trailer_keys k ON k.trailer_id = t.id WHERE t.id = $1`,
        [trailer],
      );
      // Processing of the unfinished upload continues with the secret of this portal.
      expect(rows).toMatchObject([{ etag: facts?.etag, jobs: [`finish:${trailer}`] }]);
      expect(new SecretBox(newSecret).unwrap(rows[0].wrapped, trailer)).toEqual(key);
      const { rows: codewords } = await database.query(
        `SELECT m.pattern_key AS wrapped, c.mark_id AS "markId", c.bits
         FROM media.marks m JOIN media.codewords c USING (trailer_id) WHERE m.trailer_id = $1`,
        [trailer],
      );
      expect(codewords).toEqual([{ wrapped: expect.any(Buffer), markId, bits }]);
      expect(new SecretBox(newSecret).unwrap(codewords[0].wrapped, trailer)).toEqual(patternKey);
    } finally {
      await database.end();
    }
  }, 120_000);

  it('stores the ETags of the new store, which may differ', async () => {
    const otherStore = {
      putStream: async () => undefined,
      facts: async () => ({ etag: 'another', bytes: 1 }),
    };
    const secret = servers.environment.MEDIA_SECRET;
    const hooks = mediaRestoreHooks(
      otherStore as unknown as ObjectStore,
      new SecretBox(secret),
      async () => undefined,
    );
    const entry = (name: string, text: string) => ({
      name,
      size: text.length,
      body: Readable.from([Buffer.from(text)]),
    });
    await servers.withAdmin(async (admin) => {
      await admin.query('BEGIN');
      await hooks.restoreFile(
        entry(SECRETS_FILE, JSON.stringify({ current: secret, previous: null })),
        admin,
      );
      await hooks.restoreFile(entry(objectFile(upload), 'upload'), admin);
      await hooks.complete(admin, new Set(['trailer_keys', 'marks', 'trailers', 'leak_cases']));
      const { rows } = await admin.query('SELECT source_etag AS etag FROM media.trailers WHERE id = $1', [
        trailer,
      ]);
      await admin.query('ROLLBACK');
      expect(rows).toEqual([{ etag: 'another' }]);
    });
  });
});
