import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { AppError, authRpc, redisKeys } from '@secure-preview/contracts';
import { createRpcClient, type RpcClient, RpcListClient } from '@secure-preview/rpc';
import {
  startTestPostgres,
  startTestRedis,
  type TestPostgres,
  type TestRedis,
  until,
} from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { AuthProcess } from './testing/auth-process.js';
import { runCommand } from './testing/run-command.js';
import { createOutbox } from './testing/running-auth.js';

let postgres: TestPostgres;
let redis: TestRedis;
let variables: Record<string, string>;
let transport: RpcListClient;
let auth: RpcClient<typeof authRpc>;
let keys: Redis;
let replicas: AuthProcess[] = [];
let password: string;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  const { appUrl, adminUrl, urlOf } = await postgres.createDatabase();
  variables = {
    DATABASE_URL: appUrl,
    DATABASE_ADMIN_URL: adminUrl,
    REDIS_URL: redis.url,
    RPC_REDIS_URL: redis.url,
  };
  keys = new Redis(redis.url);
  transport = new RpcListClient({ url: redis.url });
  await transport.connect();
  auth = createRpcClient(authRpc, transport);
  expect(await AuthProcess.run('database/migrate.js', [], variables)).toMatchObject({ code: 0 });
  // A new password is written with an alert to the outbox.
  await createOutbox({ adminUrl, appUrl, notifierUrl: urlOf('notifier') });
});
afterAll(async () => {
  await Promise.all(replicas.filter(({ isRunning }) => isRunning).map((replica) => replica.terminate()));
  keys?.disconnect();
  await transport?.close();
  await Promise.all([postgres?.stop(), redis?.stop()]);
});

let nextIp = 0;
const enter = (entered: string) =>
  auth
    .verifyUploadPassword(
      {
        password: entered,
        ip: `10.0.0.${nextIp++}`,
        knownBrowser: null,
        sessionRef: randomUUID(),
        userAgent: null,
      },
      { requestId: randomUUID() },
    )
    .then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
const serviceRecovers = () =>
  until(async () => (await enter(password)) === 'ok', { deadlineMs: 20_000, what: 'the service to recover' });
/** Waits for the connections of all replicas: each reconnects at its own time, and any of them may take the next call. */
const replicasReconnect = () =>
  until(async () => String(await keys.client('LIST')).match(/ name=auth /g)?.length === replicas.length, {
    deadlineMs: 20_000,
    what: 'every replica to reconnect to Redis',
  });
const passwordIn = (output: string) => /^Upload password \(shown once\): (\S+)$/m.exec(output)?.[1] ?? '';

it('prints the generated password once when three replicas start, and never logs it', async () => {
  replicas = [0, 1, 2].map(() => AuthProcess.start('main.js', [], variables));
  const output = () => replicas.map(({ stdout }) => stdout).join('');
  await until(() => output().match(/is serving/g)?.length === 3 && passwordIn(output()) !== '', {
    deadlineMs: 60_000,
    what: 'three replicas to serve',
  });
  password = passwordIn(output());
  expect(output().split(password)).toHaveLength(2);
  expect(await enter(password)).toBe('ok');
});

it('answers SERVICE_UNAVAILABLE while Postgres or Redis is down, and recovers by itself', async () => {
  for (const server of [postgres, redis]) {
    await server.kill9();
    expect(await enter(password)).toBe('SERVICE_UNAVAILABLE');
    await server.restart();
    await serviceRecovers();
  }
  await replicasReconnect();
  expect(replicas.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
});

describe('portal reset-upload-password', () => {
  const reset = (args: string[], input?: string) => AuthProcess.run('cli/main.js', args, variables, input);
  const epoch = async () => Number(await keys.get(redisKeys.uploadEpoch));

  it('sets a new password, prints it once and ends every uploader level', async () => {
    const [before, oldPassword] = [await epoch(), password];
    const { code, stdout } = await reset(['reset-upload-password']);
    expect(code).toBe(0);
    password = passwordIn(stdout);
    expect(await epoch()).toBe(before + 1);
    expect(await enter(password)).toBe('ok');
    expect(await enter(oldPassword)).toBe('INVALID_PASSWORD');
  });

  it('reads a password from standard input and does not print it', async () => {
    password = 'pässword with spaces';
    const ended = await reset(['reset-upload-password', '--stdin'], `${password}\n`);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).not.toContain(password);
    expect(await enter(password)).toBe('ok');
  });

  it('rejects a password that is too short', async () => {
    const refused = await runCommand(['reset-upload-password', '--stdin'], variables, Buffer.from('short\n'));
    expect(refused).toMatchObject({ code: 1, stdout: Buffer.alloc(0) });
    expect(await enter(password)).toBe('ok');
  });

  it.each([[[]], [['reset']], [['reset-upload-password', 'a password']]])(
    'prints its usage when called with %j',
    async (args) => {
      expect(await runCommand(args, variables)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Usage:'),
      });
    },
  );
});

it('exits with code 0 on SIGTERM', async () => {
  expect(await Promise.all(replicas.map((replica) => replica.terminate()))).toEqual([0, 0, 0]);
});
