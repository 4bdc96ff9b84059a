import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { EntryService } from '../entry/entry.service.js';
import { ImportsService } from '../invitations/imports.service.js';
import { address, importAddresses, inHours, rowsOf } from '../testing/invitations.js';
import { runBuiltCommand, runCommand } from '../testing/run-command.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let redis: Redis;
let backup: Buffer;

interface Urls {
  readonly appUrl: string;
  readonly adminUrl?: string;
}

function portal(
  command: string[],
  { appUrl, adminUrl = appUrl }: Urls,
  { input, redisUrl = auth.redis.url }: { input?: Buffer; redisUrl?: string } = {},
  run = runCommand,
) {
  const variables = { DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl, REDIS_URL: redisUrl };
  return run(command, variables, input);
}

const BLOCKED = ['ada@kino.example', 'pirates.example', '192.0.2.0/24'];
const INSERT_REQUEST = `
  INSERT INTO auth.access_requests (command_id, email_key, email, name, reason, language)
  VALUES (gen_random_uuid(), 'ada@kino.example', 'Ada@kino.example', 'Ada', '', 'en')`;

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}
const INSERT_ENDED_PLAYBACK = `
  INSERT INTO auth.ended_playbacks (command_id, lead_id, trailer_id, ended, by_session)
  VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, gen_random_uuid())`;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const { databaseUrl: appUrl } = auth;
  expect((await portal(['blocks', 'add', ...BLOCKED], { appUrl })).code).toBe(0);
  await query(appUrl, INSERT_REQUEST);
  await query(appUrl, INSERT_ENDED_PLAYBACK);
  const saved = await portal(['backup-data'], { appUrl: auth.databaseUrl });
  expect(saved.code).toBe(0);
  backup = Buffer.concat([saved.stdout, Buffer.alloc(1024)]);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

it('deletes all visitor keys from Redis, but no counters, when a backup is restored', async () => {
  const counters = ['portal:tries:address:203.0.113.1', 'portal:leads:203.0.113.1'];
  const visitorKeys = [
    'portal:session:abc',
    'portal:session-id:ref',
    'portal:visit-ended-version:lead',
    redisKeys.uploaderIdle('ref'),
    redisKeys.grants('ref'),
    redisKeys.playing('ref'),
    redisKeys.visitEnded('lead'),
    redisKeys.endedPlaybacks('lead'),
    redisKeys.uploadEpoch,
    redisKeys.invitation('id'),
    redisKeys.addressBlocked('ada@kino.example'),
    redisKeys.blocksPublished,
    redisKeys.blockRulesVersion,
    'portal:blocked-versions',
    ...Array.from({ length: 3000 }, (_, number) => `portal:session:${number}`),
  ];
  await redis.mset(
    Object.fromEntries([...counters, ...visitorKeys, 'rpc:{auth}:limit'].map((key) => [key, '1'])),
  );
  const empty = await auth.postgres.createDatabase();
  expect(await portal(['restore-data', '--check'], empty)).toMatchObject({ code: 0, stderr: '' });
  expect(await redis.dbsize()).toBe(visitorKeys.length + counters.length + 1);

  expect(await portal(['restore-data'], empty, { input: backup }, runBuiltCommand)).toMatchObject({
    code: 0,
  });
  expect((await redis.keys('*')).sort()).toEqual([...counters, 'rpc:{auth}:limit'].sort());
  await empty.drop();
}, 120_000);

it('restores codes, invitations and their changes, and rows of imports', async () => {
  const app = await auth.replica();
  const [email, domain] = [address(), `@${randomUUID()}.example`];
  await importAddresses(app, [email, domain], { endsAt: inHours(1) });
  await app.get(ImportsService, { strict: false }).addRows(randomUUID(), rowsOf([address(), 'nobody']));
  const request = {
    email,
    purpose: 'verified',
    language: 'en',
    companyName: 'H',
    logoId: null,
    turn: 0,
  } as const;
  const entry = app.get(EntryService, { strict: false });
  const { codeId } = await entry.requestCode(request, randomUUID());
  const wrong = { codeId, code: '', email, purpose: 'verified' } as const;
  await expect(entry.verifyCode(wrong, randomUUID())).rejects.toMatchObject({ code: 'CODE_WRONG' });

  const saved = await portal(['backup-data'], { appUrl: auth.databaseUrl });
  const input = Buffer.concat([saved.stdout, Buffer.alloc(1024)]);
  const empty = await auth.postgres.createDatabase();
  expect(await portal(['restore-data'], empty, { input })).toMatchObject({ code: 0 });
  for (const table of ['codes', 'invitations', 'invitation_changes', 'imports', 'import_rows']) {
    const rows = `SELECT * FROM auth.${table} ORDER BY 1, 2`;
    const restored = await query(empty.appUrl, rows);
    expect(restored).toEqual(await query(auth.databaseUrl, rows));
    expect(restored).not.toEqual([]);
  }
  await empty.drop();
}, 120_000);

it('refuses to restore while Redis is unavailable, and writes nothing', async () => {
  const empty = await auth.postgres.createDatabase();
  const refused = await portal(['restore-data', '--check'], empty, { redisUrl: 'redis://127.0.0.1:1' });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The data of auth-service were not restored: Redis \(sessions\) is unavailable/,
    ),
  });
  await empty.drop();
}, 120_000);

it('restores blocks, with their numbers, requests for access and ended playbacks', async () => {
  const empty = await auth.postgres.createDatabase();
  expect(await portal(['restore-data'], empty, { input: backup })).toMatchObject({ code: 0 });
  for (const table of ['blocks', 'access_requests', 'ended_playbacks']) {
    const rows = `SELECT * FROM auth.${table} ORDER BY id`;
    const restored = await query(empty.appUrl, rows);
    expect(restored).toEqual(await query(auth.databaseUrl, rows));
    expect(restored).not.toEqual([]);
  }
  expect(await portal(['blocks', 'remove', ...BLOCKED], empty)).toMatchObject({ code: 0, stderr: '' });
  expect((await portal(['blocks'], empty)).stdout.toString()).toBe('Blocked: 0.\n');
  await empty.drop();
}, 120_000);
