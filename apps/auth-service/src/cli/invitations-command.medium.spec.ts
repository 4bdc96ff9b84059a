import { randomUUID } from 'node:crypto';
import { publishedInvitation, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { BlocksService } from '../blocks/blocks.service.js';
import { InvitationAccessService } from '../invitations/invitation-access.service.js';
import { runCommand } from '../testing/run-command.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let access: InvitationAccessService;

beforeAll(async () => {
  auth = await startAuth();
  access = (await auth.replica()).get(InvitationAccessService, { strict: false });
});
afterAll(() => auth?.stop());

async function portal(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['invitations', ...args], {
    DATABASE_URL: auth.databaseUrl,
  });
  return { code, stdout: stdout.toString(), stderr };
}

it('invites, lists and revokes addresses and domains', async () => {
  expect(await portal()).toEqual({ code: 0, stdout: 'Invitations: 0.\n', stderr: '' });
  const added = await portal('add', 'Ada@Kino.example', '@film.example', '--ends', '2999-12-31T00:00:00Z');
  expect(added).toEqual({
    code: 0,
    stdout: 'Invited: 2 of 2.\n',
    stderr: '',
  });
  expect((await portal('add', 'ada@kino.example', '--language', 'de')).stdout).toBe(
    'Invited: 0 of 1; invited before: 1.\n',
  );
  expect((await portal('list')).stdout).toMatch(
    /^20\S+Z {2}noMail {5}@film\.example {2}until 2999-12-31T\S+\n.*Ada@Kino\.example.*\nInvitations: 2\.\n$/,
  );
  expect((await portal('revoke', 'ADA@kino.example')).stdout).toMatch(/^Revoked: 1\./);
  expect(JSON.parse((await portal('--json')).stdout)).toMatchObject([
    { email: '@film.example', state: 'noMail' },
    { email: 'Ada@Kino.example', state: 'revoked' },
  ]);
});

it('leaves out blocked addresses and domains, and says how many', async () => {
  const blocks = (await auth.replica()).get(BlocksService, { strict: false });
  for (const [kind, value] of [
    ['address', 'eve@mail.example'],
    ['domain', 'pirates.example'],
  ] as const)
    await blocks.change({ kind, value, blocked: true, note: '' }, null, randomUUID());
  const addresses = ['Eve@mail.example', 'joan@mail.example', 'jack@pirates.example', '@pirates.example'];
  expect((await portal('add', ...addresses)).stdout).toBe('Invited: 1 of 4; blocked: 3.\n');
  const { stdout } = await portal('--json');
  expect(stdout).toContain('joan@mail.example');
  expect(stdout).not.toMatch(/eve@|pirates/i);
});

it('ends access at the gateways through the running services', async () => {
  await portal('add', 'grace@kino.example');
  const id = (await access.ofAddress('grace@kino.example'))?.id ?? '';
  await access.use(id);
  await portal('revoke', 'grace@kino.example');
  const redis = new Redis(auth.redis.url);
  const isRevoked = async () =>
    publishedInvitation.parse(JSON.parse((await redis.get(redisKeys.invitation(id))) ?? '')).revoked;
  await until(isRevoked, { deadlineMs: 15_000, what: 'the revocation' }).finally(() => redis.disconnect());
});

it('rejects invalid arguments and unknown addresses, and changes nothing', async () => {
  const before = (await portal('--json')).stdout;
  for (const args of [
    ['add'],
    ['revoke'],
    ['drop'],
    ['list', 'mary@kino.example'],
    ['add', 'mary@kino.example', 'mary'],
    ['add', 'mary@kino.example', '--language', 'tlh'],
    ['add', 'mary@kino.example', '--ends', 'tomorrow'],
  ])
    expect(await portal(...args)).toMatchObject({ code: 2, stdout: '' });
  expect(await portal('revoke', '@film.example', 'mary@kino.example')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was revoked: Not invited: mary@kino\.example/),
  });
  expect((await portal('--json')).stdout).toBe(before);
});
