import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { entryRpc, invitationsRpc, publishedInvitation, redisKeys } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { deriveInvitationSecret } from '@secure-preview/service-kit/outbox';
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

it('publishes a revocation whose replica was killed between commit and publication', async () => {
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
  const [{ id }] = await database.query(
    `INSERT INTO auth.invitations (email_key, email, search_text, language, message)
     VALUES ('ada@kino.example', 'ada@kino.example', 'ada@kino.example', 'en', '') RETURNING id`,
  );
  const redis = new Redis(sessions.url);
  closers.push(() => redis.disconnect());
  const isRevoked = async () => {
    const value = await redis.get(redisKeys.invitation(id));
    return value === null ? undefined : publishedInvitation.parse(JSON.parse(value)).revoked;
  };
  const transport = new RpcListClient({ url: calls.url });
  await transport.connect();
  closers.push(() => transport.close());

  const killed = AuthProcess.start('main.js', [], variables);
  closers.push(() => killed.kill());
  await until(() => redis.exists(redisKeys.settingsVersion), { deadlineMs: 30_000, what: 'the service' });
  const context = () => ({ requestId: randomUUID() });
  const link = { id, secret: deriveInvitationSecret(OUTBOX_SECRET, id, 1) };
  await createRpcClient(entryRpc, transport).useInvitation(link, context());
  expect(await isRevoked()).toBe(false);

  // Commands that write wait, so the change is committed and not published.
  await redis.client('PAUSE', 60_000, 'WRITE');
  const by = { sessionRef: randomUUID(), name: 'Ada' };
  const texts = { senderLine: null, companyName: 'Halcyon', timeZone: 'UTC' };
  const change = createRpcClient(invitationsRpc, transport).change(
    { ids: [id], change: { action: 'revoke' }, by, ...texts },
    context(),
  );
  // The call is sent again under the same command id. Whether it is answered in time depends on the next start.
  change.catch(() => undefined);
  const revoked = () => database.query('SELECT FROM auth.invitations WHERE revoked_at IS NOT NULL');
  await until(async () => (await revoked()).length === 1, { deadlineMs: 10_000, what: 'the commit' });
  await killed.kill();
  await redis.client('UNPAUSE');
  expect(await isRevoked()).toBe(false);

  const next = AuthProcess.start('main.js', [], variables);
  closers.push(() => next.kill());
  await until(isRevoked, { deadlineMs: 30_000, what: 'the publication' });
}, 90_000);
