import { limits, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { runCommand } from '../testing/run-command.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let blocks: BlocksService;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  blocks = app.get(BlocksService);
  dataSource = app.get(DataSource);
});
afterAll(() => auth?.stop());

async function portal(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['blocks', ...args], {
    DATABASE_URL: auth.databaseUrl,
  });
  return { code, stdout: stdout.toString(), stderr };
}

it('blocks, lists and unblocks addresses, domains and networks', async () => {
  expect(await portal()).toEqual({ code: 0, stdout: 'Blocked: 0.\n', stderr: '' });
  const values = [
    'Ada@Kino.example',
    '@xn--bcher-kva.example',
    'film.example',
    '192.0.2.9/24',
    '2001:db8::1',
  ];
  expect(await portal('add', ...values, '--note', 'leaked')).toEqual({
    code: 0,
    stdout: [
      'ada@kino.example: blocked within 10 seconds.',
      'bücher.example: blocked within 10 seconds.',
      'film.example: blocked within 10 seconds.',
      '192.0.2.0/24: blocked within 10 seconds.',
      '2001:db8::1/128: blocked within 10 seconds.\n',
    ].join('\n'),
    stderr: '',
  });
  expect((await portal('list')).stdout).toMatch(
    /^20\S+Z {2}network {2}2001:db8::1\/128 {2}operator {2}leaked\n.*\nBlocked: 5\.\n$/s,
  );
  expect(await portal('remove', 'bücher.example', '192.0.2.0/24')).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse((await portal('--json')).stdout)).toMatchObject([
    { kind: 'network', value: '2001:db8::1/128' },
    { kind: 'domain', value: 'film.example' },
    { kind: 'address', value: 'ada@kino.example', note: 'leaked', byName: null },
  ]);
  expect(await blocks.rules()).toMatchObject({ domains: ['film.example'], networks: ['2001:db8::1/128'] });
});

it('lists the history, and only what matches a search', async () => {
  await portal('add', 'leak.example', '--note', 'A marked copy');
  await portal('remove', 'leak.example');
  const { stdout } = await portal('history', '--search', 'LEAK.example');
  expect(stdout).toMatch(
    /^20\S+Z {2}domain {3}leak\.example {2}operator {2}\(unblocked\)\n20\S+Z {2}domain {3}leak\.example {2}operator {2}A marked copy\nChanges: 2\.\n$/,
  );
  expect((await portal('list', '--search', 'leak.example')).stdout).toBe('Blocked: 0.\n');
  expect(JSON.parse((await portal('history', '--search', 'marked', '--json')).stdout)).toMatchObject([
    { kind: 'domain', value: 'leak.example', blocked: true, note: 'A marked copy' },
  ]);
});

it('blocks an address at the gateways through the running services', async () => {
  await portal('add', 'grace@kino.example');
  const redis = new Redis(auth.redis.url);
  const isMarked = async () => (await redis.exists(redisKeys.addressBlocked('grace@kino.example'))) === 1;
  await until(isMarked, { deadlineMs: 15_000, what: 'the mark' }).finally(() => redis.disconnect());
});

it('rejects invalid values and actions, and changes nothing', async () => {
  const { version } = await blocks.rules();
  expect(await portal('add', 'new.example', '0.0.0.0/0')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Invalid: 0\.0\.0\.0\/0\. This network is too large: /),
  });
  expect(await portal('add', 'new.example', '--note', 'x'.repeat(201))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The note must be at most 200 characters.'),
  });
  for (const args of [['add'], ['drop', 'new.example'], ['list', 'new.example']]) {
    expect(await portal(...args)).toMatchObject({ code: 2, stdout: '' });
  }
  expect((await blocks.rules()).version).toBe(version);
});

it('says which values it did not block', async () => {
  await dataSource.query(
    `INSERT INTO auth.blocks (command_id, kind, value, blocked, note)
     SELECT gen_random_uuid(), 'domain', 'd' || n || '.example', true, '' FROM generate_series(1, $1::int) n`,
    [limits.access.blockRules],
  );
  expect(await portal('add', 'd1.example', 'new.example')).toMatchObject({
    code: 1,
    stdout: 'd1.example: blocked within 10 seconds.\n',
    stderr: expect.stringMatching(/^new\.example was not changed: .*1000/),
  });
});
