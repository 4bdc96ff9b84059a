import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { BlockKind } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Client } from 'pg';
import { BlocksService } from '../blocks/blocks.service.js';
import { address, by, importAddresses, inviteOne, newChange, terms } from '../testing/invitations.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationsService } from './invitations.service.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let invitations: InvitationsService;
let owner: Client;

beforeAll(async () => {
  auth = await startAuth();
  app = await auth.replica();
  invitations = app.get(InvitationsService, { strict: false });
  owner = new Client({ connectionString: auth.ownerUrl });
  await owner.connect();
});
afterEach(() => owner.query('TRUNCATE outbox.messages, outbox.cancellations'));
afterAll(async () => {
  await owner?.end();
  await auth?.stop();
});

const cancellations = async (): Promise<[key: string, reason: string][]> =>
  (
    await owner.query('SELECT idempotency_key AS key, reason FROM outbox.cancellations ORDER BY key')
  ).rows.map(({ key, reason }) => [key, reason]);
const block = (kind: BlockKind, value: string, { blocked = true, commandId = randomUUID() } = {}) =>
  app.get(BlocksService, { strict: false }).change({ kind, value, blocked, note: '' }, by, commandId);
const listed = async (email: string) =>
  (await invitations.list({ limit: 1, q: email, sort: 'newest' })).invitations[0];
const setState = (key: string, state: string) =>
  owner.query('UPDATE outbox.messages SET state = $2 WHERE idempotency_key = $1', [key, state]);

describe('revoking an invitation', () => {
  it('cancels its mails, so that only the mail of a renewed invitation is sent', async () => {
    const [revoked, other] = [await inviteOne(app), await inviteOne(app)];
    await invitations.change([revoked.id], { action: 'revoke' }, newChange());
    expect(await cancellations()).toEqual([[`invitation:${revoked.id}:1`, 'REVOKED']]);
    expect(await listed(revoked.email)).toMatchObject({ state: 'revoked', reason: 'REVOKED' });
    expect(await listed(other.email)).toMatchObject({ state: 'queued', reason: null });
    await importAddresses(app, [revoked.email]);
    expect(await listed(revoked.email)).toMatchObject({ state: 'queued', reason: null });
    expect(await cancellations()).toHaveLength(1);
  });

  it('cancels also earlier mails that were not sent, and none that were', async () => {
    const { id } = await inviteOne(app);
    await setState(`invitation:${id}:1`, 'sent');
    await invitations.change([id], { action: 'resend' }, newChange());
    await setState(`invitation:${id}:2`, 'uncertain');
    await invitations.change([id], { action: 'resend' }, newChange());
    await invitations.change([id], { action: 'revoke' }, newChange());
    const keys = (await cancellations()).map(([key]) => key);
    expect(keys).toEqual([2, 3].map((number) => `invitation:${id}:${number}`));
  });
});

describe('changing the end', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const mailsTo = async (email: string) =>
    (
      await owner.query(
        `SELECT idempotency_key AS key, payload->>'endsAt' AS "endsAt" FROM outbox.messages
         WHERE recipient = $1 ORDER BY key`,
        [email],
      )
    ).rows;

  it('replaces a mail that waits, and no mail that was sent', async () => {
    const [waiting, sent] = [await inviteOne(app), await inviteOne(app)];
    await setState(`invitation:${sent.id}:1`, 'sent');
    const endsAt = inDays(2);
    await invitations.change([waiting.id, sent.id], { action: 'extend', endsAt }, newChange());
    expect(await cancellations()).toEqual([[`invitation:${waiting.id}:1`, 'CHANGED']]);
    expect((await mailsTo(waiting.email)).at(-1)).toEqual({ key: `invitation:${waiting.id}:2`, endsAt });
    expect(await mailsTo(sent.email)).toHaveLength(1);
    expect(await listed(waiting.email)).toMatchObject({ state: 'queued', reason: null });
  });

  it('to a past time cancels the mail, and renewing sends one', async () => {
    const { id, email } = await inviteOne(app);
    await invitations.change([id], { action: 'extend', endsAt: inDays(-1) }, newChange());
    expect(await cancellations()).toEqual([[`invitation:${id}:1`, 'CHANGED']]);
    expect(await mailsTo(email)).toHaveLength(1);
    await importAddresses(app, [email]);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await listed(email)).toMatchObject({ state: 'queued' });
  });

  it('that has passed cancels the mail that waits when the invitation is renewed', async () => {
    const { id, email } = await inviteOne(app);
    await owner.query('UPDATE auth.invitations SET ends_at = now() WHERE id = $1', [id]);
    await importAddresses(app, [email]);
    expect(await cancellations()).toEqual([[`invitation:${id}:1`, 'CHANGED']]);
  });
});

describe('blocking', () => {
  it('cancels the mails to an address, which can be sent again after it was unblocked', async () => {
    const [blocked, other] = [await inviteOne(app), await inviteOne(app)];
    await block('address', blocked.email.toUpperCase());
    expect(await cancellations()).toEqual([[`invitation:${blocked.id}:1`, 'BLOCKED']]);
    expect(await listed(blocked.email)).toMatchObject({ state: 'notSent', reason: 'BLOCKED' });
    expect(await listed(other.email)).toMatchObject({ state: 'queued' });
    await block('address', blocked.email, { blocked: false });
    expect(await listed(blocked.email)).toMatchObject({ state: 'notSent' });
    expect(await invitations.change([blocked.id], { action: 'resend' }, newChange())).toBe(1);
    expect(await listed(blocked.email)).toMatchObject({ state: 'queued', reason: null });
  });

  it('cancels nothing when the command is repeated after the address was unblocked', async () => {
    const { id, email } = await inviteOne(app);
    const commandId = randomUUID();
    await block('address', email, { commandId });
    await block('address', email, { blocked: false });
    await invitations.change([id], { action: 'resend' }, newChange());
    await block('address', email, { commandId });
    expect(await cancellations()).toHaveLength(1);
    expect(await listed(email)).toMatchObject({ state: 'queued' });
  });

  it('cancels the mails to a domain in any form, but not to its subdomains', async () => {
    const domain = `${randomUUID()}.example`;
    const emails = [`ada@sub.bücher.${domain}`, `bob@${domain}`, `cy@bücher.${domain}`];
    const ids = [];
    for (const email of emails) ids.push((await inviteOne(app, {}, email)).id);
    await block('domain', `@XN--BCHER-KVA.${domain}`);
    expect(await cancellations()).toEqual([[`invitation:${ids[2]}:1`, 'BLOCKED']]);
  });

  it('cancels nothing for a network', async () => {
    await inviteOne(app);
    await block('network', '192.0.2.0/24');
    expect(await cancellations()).toEqual([]);
  });

  it('cancels 5,000 mails to a domain together', async () => {
    const domain = `${randomUUID()}.example`;
    await importAddresses(
      app,
      Array.from({ length: 5000 }, (_, index) => `${index}@${domain}`),
    );
    await block('domain', domain);
    expect(await cancellations()).toHaveLength(5000);
    const { total } = await invitations.list({ limit: 1, q: domain, state: 'notSent', sort: 'newest' });
    expect(total).toBe(5000);
  });

  it('waits for an invitation that has begun, and cancels its mail', async () => {
    const email = address();
    const repository = app.get(InvitationRepository, { strict: false });
    let blocked: Promise<void> | undefined;
    await repository.changing(async (transaction) => {
      await repository.invite(transaction, new Map([[email, { email, name: null }]]), terms, newChange());
      blocked = block('address', email);
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
      await until(async () => (await owner.query(waiting)).rowCount === 1, { what: 'the block to wait' });
    });
    await blocked;
    expect((await cancellations()).map(([, reason]) => reason)).toEqual(['BLOCKED']);
  });
});
