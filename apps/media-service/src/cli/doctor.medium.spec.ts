import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import { SecretBox } from '../secrets/secret-box.js';
import { randomObjectKey } from '../storage/object-key.js';
import { S3ObjectStore } from '../storage/s3/s3-object-store.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { runBuiltCommand, runCommand } from '../testing/run-command.js';

const origin = 'http://127.0.0.1:3000';
let servers: MediaServers;
let redis: TestRedis;

beforeAll(async () => {
  [servers, redis] = await Promise.all([startMediaServers(), startTestRedis({}, { appendonly: 'no' })]);
  await bucket(servers.store.bucket).prepareBucket();
});
afterAll(async () => {
  await Promise.all([servers?.stop(), redis?.stop()]);
});

const bucket = (name: string) =>
  new S3ObjectStore({ ...servers.environment, S3_BUCKET: name }, async () => true);

async function doctor(
  more: Record<string, string> = {},
  args: string[] = ['--portal-url', origin],
  run = runCommand,
) {
  const { code, stdout } = await run(['doctor', ...args], {
    ...servers.variables,
    RPC_REDIS_URL: redis.url,
    ...more,
  });
  return { code, stdout: stdout.toString() };
}
const builtDoctor = (more: Record<string, string> = {}) => doctor(more, undefined, runBuiltCommand);

it('finds no problem in a healthy portal, and leaves no objects in storage', async () => {
  const { code, stdout } = await builtDoctor();
  expect({ code, problems: /.*(ERROR|warning).*/.exec(stdout)?.[0] }).toEqual({
    code: 0,
    problems: undefined,
  });
  for (const name of [
    'settings',
    'postgres',
    'redis \\(calls\\)',
    'object storage',
    'browsers',
    'MEDIA_SECRET',
    'jobs',
    'ffmpeg',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ {2}ok {7}${name} `, 'm'));
  }
  const remainingKeys: string[] = [];
  for await (const page of bucket(servers.store.bucket).list())
    remainingKeys.push(...page.map(({ key }) => key));
  expect(remainingKeys).toEqual([]);
  const { stdout: again } = await doctor({}, []);
  expect(again).toMatch(/^ {2}warning {2}browsers .*not checked\n {20,}→ Set --portal-url/m);
});

it.each([
  [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'postgres', /ECONNREFUSED/, 'Start Postgres'],
  [{ RPC_REDIS_URL: 'redis://127.0.0.1:1' }, 'redis \\(calls\\)', /ECONNREFUSED/, 'Start Redis'],
  [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, 'object storage', /ECONNREFUSED/, 'Start the object storage'],
  [
    { S3_SECRET_ACCESS_KEY: 'another one' },
    'object storage',
    /SignatureDoesNotMatch/,
    'Correct S3_SECRET_AC',
  ],
  [{ S3_ACCESS_KEY_ID: 'nobody' }, 'object storage', /InvalidAccessKeyId/, 'Correct S3_ACCESS_KEY_ID'],
  [{ S3_REGION: 'elsewhere-1' }, 'object storage', /cannot be found/, 'Correct S3_REGION'],
  [{ S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' }, 'browsers', /cannot use/, 'correct S3_PUBLIC_ENDPOINT'],
  [{ FFMPEG_PATH: '/nowhere/ffmpeg' }, 'ffmpeg', /cannot be run/, 'Install ffmpeg'],
  [{ MEDIA_SECRET: 'short' }, 'settings', /MEDIA_SECRET: must be at least 32/, '.env.example describes'],
])('given %j, reports an error in %s and its remedy', async (more, name, finding, remedy) => {
  const { code, stdout } = await doctor(more);
  expect(code).toBe(1);
  const [, found = '', reported = ''] =
    new RegExp(`^ {2}ERROR {4}${name} +(.*)\\n +→ (.*)$`, 'm').exec(stdout) ?? [];
  expect(found).toMatch(finding);
  expect(reported).toContain(remedy);
  expect(stdout).not.toContain('another one');
});

it('reports all servers that do not answer, and ends', async () => {
  const { code, stdout } = await builtDoctor({
    DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c',
    RPC_REDIS_URL: 'redis://127.0.0.1:1',
    S3_ENDPOINT: 'http://127.0.0.1:1',
  });
  expect(code).toBe(1);
  for (const name of ['postgres', 'redis \\(calls\\)', 'object storage']) {
    expect(stdout).toMatch(new RegExp(`^ {2}ERROR {4}${name} .*ECONNREFUSED`, 'm'));
  }
});

it('requires Redis for every role but the worker', async () => {
  const worker = await builtDoctor({ MEDIA_ROLE: 'worker', RPC_REDIS_URL: '' });
  expect(worker.code).toBe(0);
  expect(worker.stdout).not.toMatch(/redis/i);
  const service = await doctor({ MEDIA_ROLE: 'api', RPC_REDIS_URL: '' });
  expect(service.stdout).toMatch(/ERROR {4}settings +RPC_REDIS_URL: is required/);
});

it('reports missing migrations', async () => {
  const empty = await servers.postgres.createDatabase();
  const { stdout } = await doctor({ DATABASE_URL: empty.appUrl });
  expect(stdout).toMatch(/ERROR {4}postgres .*media.*\n +→ Run the migrations/);
  await empty.drop();
});

it('creates no bucket, and reports that the configured bucket does not hold the trailers', async () => {
  const named = { S3_BUCKET: 'mistyped' };
  const first = await doctor(named);
  expect(first.stdout).toMatch(
    /warning {2}object storage +the bucket mistyped does not exist yet\n +→ Start media/,
  );
  expect(first.stdout).toMatch(/warning {2}browsers .*was not checked: the bucket is missing/);
  expect(first.code).toBe(0);

  const [trailer, rendition, key] = [randomUUID(), randomUUID(), randomObjectKey()];
  await servers.withAdmin(async (admin) => {
    await admin.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [key]);
    await admin.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status, ladder_done)
       VALUES ($1, 'kept', 'Kept', 'kept', 'e', 1, 'ready', true)`,
      [trailer],
    );
    await admin.query(
      `INSERT INTO media.renditions (id, trailer_id, width, height, codecs, peak_bits_per_second,
                                    average_bits_per_second) VALUES ($1, $2, 32, 18, 'avc1.64001F', 1, 1)`,
      [rendition, trailer],
    );
    await admin.query(
      `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes) VALUES ($1, 0, 'init.mp4', $2, 1)`,
      [rendition, key],
    );
  });
  const missing = await doctor(named);
  expect(missing.code).toBe(1);
  expect(missing.stdout).toMatch(
    /ERROR {4}object storage +the bucket mistyped does not exist, but .*\n +→ Correct S3_BUCKET/,
  );
  expect(await bucket('mistyped').hasBucket()).toBe(false);
  expect((await doctor()).stdout).toMatch(
    /ERROR {4}object storage .*none of the latest objects.*\n +→ Correct S3/,
  );
  await bucket(servers.store.bucket).putBytes(key, Buffer.from('x'), 'video/mp4');
  expect((await doctor()).stdout).toMatch(/ok {7}object storage /);
});

it('reports storage that lacks CORS rules, or that browsers would block', async () => {
  const fake = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(fake, 'listening');
  const { port } = fake.address() as AddressInfo;
  const { stdout } = await doctor({ S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${port}` });
  fake.close();
  expect(stdout).toMatch(/ERROR {4}browsers .*\(CORS\)\n +→ Set the bucket's CORS rules/);
  const secure = await doctor({}, ['--portal-url', 'https://preview.example.com']);
  expect(secure.stdout).toMatch(/ERROR {4}browsers .*browsers block mixed content/);
});

it('reports trailers that were made with another secret', async () => {
  const id = randomUUID();
  const wrapped = new SecretBox('a secret of another portal, long enough').wrap(Buffer.alloc(16), id);
  await servers.withAdmin(async (admin) => {
    await admin.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status, ladder_done)
       VALUES ($1, 'c', 'Lost', 'k', 'e', 1, 'ready', true)`,
      [id],
    );
    await admin.query('INSERT INTO media.trailer_keys (id, trailer_id, wrapped) VALUES ($1, $1, $2)', [
      id,
      wrapped,
    ]);
  });
  expect((await doctor()).stdout).toMatch(/ERROR {4}MEDIA_SECRET +1 of 1 trailers cannot be played/);
  const previous = await doctor({ MEDIA_SECRET_PREVIOUS: 'a secret of another portal, long enough' });
  expect(previous.stdout).toMatch(
    /warning {2}MEDIA_SECRET +1 of 1 trailers still need MEDIA_SECRET_PREVIOUS/,
  );
});

it('reports that no worker takes jobs, or that an unfinished trailer has no job', async () => {
  await servers.withAdmin((admin) =>
    admin.query(`SELECT media_jobs.add_job('index-marks', run_at => now() - interval '20 minutes')`),
  );
  expect((await doctor()).stdout).toMatch(/ok {7}jobs +1 waiting/);
  await servers.withAdmin((admin) =>
    admin.query(`SELECT media_jobs.add_job('sweep', run_at => now() - interval '20 minutes')`),
  );
  expect((await doctor()).stdout).toMatch(/ERROR {4}jobs +a job has been waiting for 20 minutes/);
  await servers.withAdmin((admin) =>
    admin.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes)
       VALUES (gen_random_uuid(), 'd', 'Stuck', 'l', 'e', 1)`,
    ),
  );
  expect((await doctor()).stdout).toMatch(
    /ERROR {4}jobs +unfinished trailers without a job: 1\n +→ Run `portal requeue-jobs`/,
  );
});
