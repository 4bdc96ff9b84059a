import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { endedPlaybacksRpc, isEndedMark, redisKeys } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { startTestPostgres, startTestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { authDataSource } from '../database/data-source.js';
import { AuthProcess } from '../testing/auth-process.js';
import { OUTBOX_SECRET } from '../testing/running-auth.js';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

it('publishes an end whose replica was killed between commit and publication, once', async () => {
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
    OUTBOX_SECRET,
  };
  expect(await AuthProcess.run('database/migrate.js', [], variables)).toMatchObject({ code: 0 });
  const database = await new DataSource(authDataSource(appUrl)).initialize();
  closers.push(() => database.destroy());
  const redis = new Redis(sessions.url);
  closers.push(() => redis.disconnect());
  const transport = new RpcListClient({ url: calls.url });
  await transport.connect();
  closers.push(() => transport.close());
  const playbacks = createRpcClient(endedPlaybacksRpc, transport);
  const context = () => ({ requestId: randomUUID() });
  const playback = { leadId: randomUUID(), trailerId: randomUUID() };
  const isMarked = async () =>
    isEndedMark((await redis.hget(redisKeys.endedPlaybacks(playback.leadId), playback.trailerId)) ?? '');
  const events = () => database.query('SELECT ended FROM auth.ended_playbacks ORDER BY id');

  const killed = AuthProcess.start('main.js', [], variables);
  closers.push(() => killed.kill());
  await until(() => redis.exists(redisKeys.settingsVersion), { deadlineMs: 30_000, what: 'the service' });

  // Commands that write wait, so the change is committed and not published.
  await redis.client('PAUSE', 60_000, 'WRITE');
  const change = playbacks.end({ ...playback, by: randomUUID() }, context());
  // The call is sent again under the same command id. Whether it is answered in time depends on the next start.
  change.catch(() => undefined);
  await until(async () => (await events()).length === 1, { deadlineMs: 10_000, what: 'the commit' });
  await killed.kill();
  await redis.client('UNPAUSE');
  expect(await isMarked()).toBe(false);

  const next = AuthProcess.start('main.js', [], variables);
  closers.push(() => next.kill());
  await until(isMarked, { deadlineMs: 30_000, what: 'the publication' });
  expect((await playbacks.list({ leadIds: [playback.leadId] }, context())).playbacks).toEqual([
    { ...playback, endedAt: expect.any(String) },
  ]);
  await playbacks.allow({ ...playback, by: randomUUID() }, context());
  expect(await isMarked()).toBe(false);
  expect(await events()).toEqual([{ ended: true }, { ended: false }]);
}, 90_000);
