import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import type { NewAccessRequest } from './access-request.js';
import { AccessRequestsService } from './access-requests.service.js';

let auth: RunningAuth;
let requests: AccessRequestsService;
let otherReplica: AccessRequestsService;
let blocks: BlocksService;
let owner: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  requests = app.get(AccessRequestsService);
  blocks = app.get(BlocksService);
  otherReplica = (await auth.replica()).get(AccessRequestsService);
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});

const by = { sessionRef: randomUUID(), name: 'Grace' };
const newAddress = () => `${randomUUID()}@kino.example`;
const alert = { recipient: 'desk@halcyon.example', language: 'de', companyName: 'Halcyon' };
const requestOf = (email: string, changes: Partial<NewAccessRequest> = {}): NewAccessRequest => ({
  name: 'Ada',
  email,
  reason: 'I review films.\nPlease.',
  language: 'fr',
  gateMode: 'invited',
  alert,
  ...changes,
});
const request = (email: string, changes: Partial<NewAccessRequest> = {}, commandId = randomUUID()) =>
  requests.request(requestOf(email, changes), commandId);
const requestsOf = (email: string) =>
  owner.query('SELECT * FROM auth.access_requests WHERE email_key = $1 ORDER BY at', [email.toLowerCase()]);
const alertsOf = (email: string) =>
  owner.query(`SELECT * FROM outbox.messages WHERE payload ->> 'email' = $1`, [email]);
const idOf = async (email: string): Promise<string> => (await requestsOf(email))[0].id;

describe('a request', () => {
  it('is stored with an alert, which is valid for a day', async () => {
    const email = newAddress();
    await request(email);
    const [stored] = await requestsOf(email);
    expect(stored).toMatchObject({ name: 'Ada', email, language: 'fr', state: 'open', decided_at: null });
    const [mail, ...more] = await alertsOf(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      idempotency_key: `access-requested:${stored.id}`,
      kind: 'alert',
      recipient: alert.recipient,
      language: 'de',
      payload: {
        event: 'accessRequested',
        name: 'Ada',
        email,
        reason: 'I review films.\nPlease.',
        companyName: 'Halcyon',
      },
    });
    expect(mail.expires_at - mail.created_at).toBeCloseTo(24 * 60 * 60 * 1000, -4);
  });

  it('causes no mail without an address for alerts', async () => {
    const email = newAddress();
    await request(email, { alert: null });
    expect(await requestsOf(email)).toHaveLength(1);
    expect(await alertsOf(email)).toEqual([]);
  });

  it('is stored once when the command is repeated, also after the decision', async () => {
    const email = newAddress();
    const commandId = randomUUID();
    const repeated = () =>
      Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? requests : otherReplica).request(requestOf(email), commandId),
        ),
      );
    await repeated();
    await requests.dismiss(await idOf(email), by);
    await repeated();
    expect(await requestsOf(email)).toHaveLength(1);
    expect(await alertsOf(email)).toHaveLength(1);
  });

  it('is ignored while the address has an open one, whatever its case', async () => {
    const email = newAddress();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? requests : otherReplica).request(
          requestOf(i % 3 ? email : email.toUpperCase()),
          randomUUID(),
        ),
      ),
    );
    expect(await requestsOf(email)).toHaveLength(1);
  });

  it('is ignored after three in a day', async () => {
    const email = newAddress();
    for (let count = 0; count < 5; count++) {
      await request(email);
      const open = (await requestsOf(email)).find(({ state }: { state: string }) => state === 'open');
      if (open) await requests.dismiss(open.id, by);
    }
    expect(await requestsOf(email)).toHaveLength(3);
    expect(await alertsOf(email)).toHaveLength(3);
    await owner.query(`UPDATE auth.access_requests SET at = at - interval '1 day' WHERE email_key = $1`, [
      email,
    ]);
    await request(email);
    expect(await requestsOf(email)).toHaveLength(4);
  });

  it('is ignored for a blocked address or domain, and while the gate is open', async () => {
    const [blocked, open] = [newAddress(), newAddress()];
    const blockOf = (kind: 'address' | 'domain', value: string) =>
      blocks.change({ kind, value, blocked: true, note: '' }, by, randomUUID());
    await blockOf('address', blocked);
    await blockOf('domain', 'pirates.example');
    await request(blocked.toUpperCase());
    await request('ada@pirates.example');
    await request(open, { gateMode: 'open' });
    for (const email of [blocked, 'ada@pirates.example', open]) expect(await requestsOf(email)).toEqual([]);
    expect(await alertsOf('ada@pirates.example')).toEqual([]);
  });
});

it('lists open requests first, then the newest', async () => {
  const [older, newer, dismissed] = [newAddress(), newAddress(), newAddress()];
  for (const email of [older, newer, dismissed]) await request(email);
  await requests.dismiss(await idOf(dismissed), by);
  const listed = await otherReplica.list();
  const states = listed.map(({ state }) => state);
  expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('dismissed'));
  expect(listed.slice(0, 2).map(({ email }) => email)).toEqual([newer, older]);
  expect(listed[0]).toEqual({
    id: await idOf(newer),
    name: 'Ada',
    email: newer,
    reason: 'I review films.\nPlease.',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    state: 'open',
  });
});

it('lists only as many requests as fit into a message', async () => {
  const reason = '映'.repeat(1000);
  for (let count = 0; count < 80; count++) await request(newAddress(), { reason, alert: null });
  const listed = await requests.list();
  expect(listed.length).toBeGreaterThan(50);
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(210_000);
});

describe('dismissing', () => {
  it('stores the first decision, and who made it', async () => {
    const email = newAddress();
    await request(email);
    const id = await idOf(email);
    await requests.dismiss(id, by);
    await otherReplica.dismiss(id, { ...by, name: 'Somebody else' });
    expect(await requestsOf(email)).toMatchObject([
      { state: 'dismissed', decided_by_session: by.sessionRef, decided_by_name: 'Grace' },
    ]);
  });

  it.each([randomUUID(), 'unknown', ''])('rejects the unknown request “%s”', async (id) => {
    await expect(requests.dismiss(id, by)).rejects.toMatchObject({ code: 'ACCESS_REQUEST_NOT_FOUND' });
  });
});

describe('allowing', () => {
  const texts = { senderLine: 'Invited by Grace', companyName: 'Halcyon' };
  const allow = (id: string, commandId = randomUUID(), service = requests) =>
    service.allow(id, by, texts, commandId);
  const invitationsOf = (email: string) =>
    owner.query('SELECT * FROM auth.invitations WHERE email_key = $1', [email]);
  const invitationMailsTo = (email: string) =>
    owner.query(`SELECT * FROM outbox.messages WHERE kind = 'invitation' AND recipient = $1`, [email]);

  it('invites the requester by mail in the language of the request, and stores who allowed it', async () => {
    const email = newAddress();
    await request(email);
    await allow(await idOf(email));
    expect(await requestsOf(email)).toMatchObject([
      { state: 'allowed', decided_by_session: by.sessionRef, decided_by_name: 'Grace' },
    ]);
    const [invitation] = await invitationsOf(email);
    expect(invitation).toMatchObject({ email, name: 'Ada', language: 'fr', starts_at: null, ends_at: null });
    expect(await invitationMailsTo(email)).toMatchObject([
      { language: 'fr', payload: { invitationId: invitation.id, name: 'Ada', ...texts } },
    ]);
  });

  it('invites once, although the command is repeated or the request was dismissed at the same time', async () => {
    const email = newAddress();
    await request(email);
    const [id, commandId] = [await idOf(email), randomUUID()];
    await Promise.all([
      ...[requests, otherReplica, requests, otherReplica].map((service) => allow(id, commandId, service)),
      requests.dismiss(id, by),
    ]);
    await allow(id);
    await requests.dismiss(id, by);
    expect(await requestsOf(email)).toMatchObject([{ state: 'allowed' }]);
    expect(await invitationsOf(email)).toHaveLength(1);
    expect(await invitationMailsTo(email)).toHaveLength(1);
  });

  it('sends the mail again to somebody whose invitation is valid', async () => {
    const email = newAddress();
    await request(email);
    await allow(await idOf(email));
    await request(email);
    const open = (await requestsOf(email)).find(({ state }: { state: string }) => state === 'open');
    await allow(open.id);
    expect(await invitationsOf(email)).toHaveLength(1);
    expect(await invitationMailsTo(email)).toHaveLength(2);
  });

  it('is refused while the address or its domain is blocked, and sends no mail', async () => {
    const email = `ada@${randomUUID()}.example`;
    await request(email);
    const id = await idOf(email);
    const targets = [
      { kind: 'address' as const, value: email },
      { kind: 'domain' as const, value: email.slice(4) },
    ];
    for (const target of targets) {
      const change = (blocked: boolean) => blocks.change({ ...target, blocked, note: '' }, by, randomUUID());
      await change(true);
      await expect(allow(id)).rejects.toMatchObject({ code: 'ACCESS_REQUEST_BLOCKED' });
      await change(false);
    }
    expect(await requestsOf(email)).toMatchObject([{ state: 'open' }]);
    expect(await invitationsOf(email)).toEqual([]);
    expect(await invitationMailsTo(email)).toEqual([]);
    await allow(id);
    expect(await invitationMailsTo(email)).toHaveLength(1);
  });

  it('is possible after the request was dismissed', async () => {
    const email = newAddress();
    await request(email);
    await requests.dismiss(await idOf(email), by);
    await allow(await idOf(email));
    expect(await requestsOf(email)).toMatchObject([{ state: 'allowed' }]);
    expect(await invitationsOf(email)).toHaveLength(1);
  });

  it.each([randomUUID(), 'unknown', ''])('rejects the unknown request “%s”', async (id) => {
    await expect(allow(id)).rejects.toMatchObject({ code: 'ACCESS_REQUEST_NOT_FOUND' });
  });
});
