import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { redisKeys, settingsRpc } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { startTestPostgres, startTestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { authDataSource } from '../database/data-source.js';
import { AuthProcess } from '../testing/auth-process.js';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

it('publishes a change whose replica was killed between commit and publication', async () => {
  const [postgres, sessions, calls] = await Promise.all([
    startTestPostgres(),
    startTestRedis(),
    startTestRedis(),
  ]);
  closers.push(...[postgres, sessions, calls].map((server) => () => server.stop()));
  const { appUrl, adminUrl } = await postgres.createDatabase();
  const variables = {
    DATABASE_URL: appUrl,
    DATABASE_ADMIN_URL: adminUrl,
    REDIS_URL: sessions.url,
    RPC_REDIS_URL: calls.url,
  };
  expect(await AuthProcess.run('database/migrate.js', [], variables)).toMatchObject({ code: 0 });
  const database = await new DataSource(authDataSource(appUrl)).initialize();
  closers.push(() => database.destroy());
  const redis = new Redis(sessions.url);
  closers.push(() => redis.disconnect());
  const published = () => redis.get(redisKeys.settingsVersion);
  const transport = new RpcListClient({ url: calls.url });
  await transport.connect();
  closers.push(() => transport.close());

  const killed = AuthProcess.start('main.js', [], variables);
  closers.push(() => killed.kill());
  await until(async () => (await published()) === '0', { deadlineMs: 30_000, what: 'the service' });

  // Commands that write wait, so the change is committed and not published.
  await redis.client('PAUSE', 60_000, 'WRITE');
  const change = createRpcClient(settingsRpc, transport).change(
    { version: 0, set: { companyName: 'Halcyon' }, by: { sessionRef: randomUUID(), name: 'Ada' } },
    { requestId: randomUUID() },
  );
  // The call is sent again under the same command id. Whether it is answered in time depends on the next start.
  change.catch(() => undefined);
  const versions = () => database.query('SELECT version FROM auth.settings_versions');
  await until(async () => (await versions()).length === 1, { deadlineMs: 10_000, what: 'the commit' });
  await killed.kill();
  await redis.client('UNPAUSE');
  expect(await published()).toBe('0');

  const next = AuthProcess.start('main.js', [], variables);
  closers.push(() => next.kill());
  await until(async () => (await published()) === '1', { deadlineMs: 30_000, what: 'the publication' });
  expect(await versions()).toEqual([{ version: 1 }]);
}, 90_000);
