import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { whileBlocking } from '../testing/while-blocking.js';
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
const texts = {
  senderLine: 'Invited by Grace',
  companyName: 'Halcyon',
  logoId: null,
  keyArtId: null,
  timeZone: 'UTC',
};
const newAddress = () => `${randomUUID()}@kino.example`;
const requestOf = (email: string, changes: Partial<NewAccessRequest> = {}): NewAccessRequest => ({
  name: 'Ada',
  email,
  reason: 'I review films.\nPlease.',
  language: 'fr',
  gateMode: 'invited',
  ...changes,
});
const request = (email: string, changes: Partial<NewAccessRequest> = {}, commandId = randomUUID()) =>
  requests.request(requestOf(email, changes), commandId);
const requestsOf = (email: string) =>
  owner.query('SELECT * FROM auth.access_requests WHERE email_key = $1 ORDER BY at', [email.toLowerCase()]);
const alertsOf = (email: string) =>
  owner.query(`SELECT * FROM outbox.alerts WHERE details ->> 'email' = $1`, [email]);
const idOf = async (email: string): Promise<string> => (await requestsOf(email))[0].id;

describe('a request', () => {
  it('is stored with an alert', async () => {
    const email = newAddress();
    await request(email);
    const [stored] = await requestsOf(email);
    expect(stored).toMatchObject({ name: 'Ada', email, language: 'fr', state: 'open', decided_at: null });
    expect(await alertsOf(email)).toMatchObject([
      {
        idempotency_key: `access-requested:${stored.id}`,
        kind: 'accessRequested',
        person_key: email,
        ids: { requestId: stored.id },
        details: { name: 'Ada', email, reason: 'I review films.\nPlease.' },
      },
    ]);
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

  it('is ignored while the address has an open one, in upper or lower case', async () => {
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
    await owner.query(`UPDATE auth.access_requests SET at = at - interval '1 day' WHERE email_key = $1`, [
      email,
    ]);
    await request(email);
    expect(await requestsOf(email)).toHaveLength(4);
  });

  it('causes at most one alert for an address in 24 hours, also after a decision', async () => {
    const email = newAddress();
    const other = newAddress();
    const age = (hours: number) =>
      owner.query(
        `UPDATE auth.access_requests SET at = at - make_interval(hours => $2) WHERE email_key = $1`,
        [email, hours],
      );
    const repeat = async () => {
      const open = (await requestsOf(email)).find(({ state }: { state: string }) => state === 'open');
      await requests.dismiss(open.id, by);
      await request(email.toUpperCase(), {});
    };
    await request(email);
    await repeat();
    await age(23);
    await repeat();
    await request(other);
    expect(await requestsOf(email)).toHaveLength(3);
    const alertsOfAddress = () => owner.query('SELECT FROM outbox.alerts WHERE person_key = $1', [email]);
    expect(await alertsOfAddress()).toHaveLength(1);
    expect(await alertsOf(other)).toHaveLength(1);
    await age(25);
    await repeat();
    expect(await alertsOfAddress()).toHaveLength(2);
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

describe('the list', () => {
  const list = (selection: Partial<Parameters<AccessRequestsService['list']>[0]> = {}) =>
    requests.list({ limit: 100, sort: 'newest', ...selection });
  const emailsOf = ({ requests: listed }: { requests: { email: string }[] }) =>
    listed.map(({ email }) => email);
  /** Stores requests that a search for the marker finds. */
  async function requestMany(names: readonly string[]) {
    const marker = randomUUID();
    const emails = names.map((_, index) => `${names.length - index}-${marker}@kino.example`);
    for (const [index, email] of emails.entries()) await request(email, { name: names[index] ?? '' });
    return { marker, emails };
  }

  it('contains decisions, and counts open requests regardless of the filter', async () => {
    const { marker, emails } = await requestMany(['Ada', 'Bob']);
    await requests.dismiss(await idOf(emails[0] ?? ''), by);
    const page = await list({ q: marker });
    expect(page).toEqual({
      requests: [
        {
          id: await idOf(emails[1] ?? ''),
          name: 'Bob',
          email: emails[1],
          reason: 'I review films.\nPlease.',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          state: 'open',
          decidedAt: null,
          decidedByName: null,
        },
        expect.objectContaining({
          name: 'Ada',
          state: 'dismissed',
          decidedAt: expect.stringMatching(/Z$/),
          decidedByName: 'Grace',
        }),
      ],
      total: 2,
      nextCursor: null,
      open: expect.any(Number),
    });
    expect(emailsOf(await list({ q: marker, state: 'open' }))).toEqual([emails[1]]);
    expect(emailsOf(await list({ q: marker, state: 'dismissed' }))).toEqual([emails[0]]);
    const dismissed = await list({ state: 'dismissed' });
    expect(dismissed.open).toBe((await list({ state: 'open' })).total);
  });

  it('is searched in name, address and reason, in any case and form', async () => {
    const marker = randomUUID();
    await request(`ada-${marker}@kino.example`, {
      name: 'ÅSA',
      reason: `Jose\u0301 ${marker} 100%`,
    });
    for (const q of ['åsa', `ADA-${marker}`, `josé ${marker} 100%`])
      expect(emailsOf(await list({ q, limit: 1 }))).toEqual([`ada-${marker}@kino.example`]);
    for (const q of [`${marker}_100`, `åsa\n${marker}`, '100%\0%'])
      expect((await list({ q })).requests).toEqual([]);
  });

  it.each([
    ['newest', [4, 3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3, 4]],
    ['name', [1, 3, 0, 2, 4]],
    ['email', [4, 3, 2, 1, 0]],
  ] as const)('is sorted by %s, in pages that neither repeat nor skip', async (sort, order) => {
    const { marker, emails } = await requestMany(['b', 'a', 'c', 'a', 'd']);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ q: marker, sort, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(5);
      pages.push(...emailsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    if (sort !== 'name') expect(pages).toEqual(order.map((index) => emails[index]));
    else
      expect(pages.map((email) => emails.indexOf(email)).map((index) => 'bacad'[index])).toEqual([
        ...'aabcd',
      ]);
    expect(new Set(pages).size).toBe(5);
  });

  it.each(['x', 'AAAAAAAAAAAAAAAAAAAAAA', ''])('rejects the cursor “%s”', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('has pages that fit into a message', async () => {
    const marker = randomUUID();
    const reason = `${marker} ${'映'.repeat(900)}`;
    for (let count = 0; count < 80; count++) await request(newAddress(), { reason });
    const page = await list({ q: marker, limit: 250 });
    expect(page.requests.length).toBeLessThan(80);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(210_000);
    const rest = await list({ q: marker, limit: 250, cursor: page.nextCursor ?? '' });
    expect(page.requests.length + rest.requests.length).toBe(80);
  });
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
  const allow = (id: string, service = requests) => service.allow(id, by, texts);
  const invitationsOf = (email: string) =>
    owner.query('SELECT * FROM auth.invitations WHERE email_key = $1', [email]);
  const openRequestOf = async (email: string) =>
    (await requestsOf(email)).find(({ state }: { state: string }) => state === 'open');
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
    const id = await idOf(email);
    await Promise.all([
      ...[requests, otherReplica, requests, otherReplica].map((service) => allow(id, service)),
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
    await owner.query(`UPDATE outbox.messages SET state = 'sent' WHERE recipient = $1`, [email]);
    await request(email);
    await allow((await openRequestOf(email)).id);
    expect(await invitationsOf(email)).toHaveLength(1);
    expect(await invitationMailsTo(email)).toHaveLength(2);
  });

  it('sends no second mail if it broke off before the decision was stored', async () => {
    const email = newAddress();
    await request(email);
    const id = await idOf(email);
    await allow(id);
    await owner.query(`UPDATE outbox.messages SET state = 'sent' WHERE recipient = $1`, [email]);
    await owner.query(
      `UPDATE auth.access_requests
       SET state = 'open', decided_at = NULL, decided_by_session = NULL, decided_by_name = NULL WHERE id = $1`,
      [id],
    );
    await allow(id);
    expect(await requestsOf(email)).toMatchObject([{ state: 'allowed' }]);
    expect(await invitationMailsTo(email)).toHaveLength(1);
  });

  it('sends no second mail while the first one waits', async () => {
    const email = newAddress();
    await request(email);
    await allow(await idOf(email));
    await request(email);
    const { id } = await openRequestOf(email);
    await allow(id);
    expect(await requestsOf(email)).toMatchObject([{ state: 'allowed' }, { id, state: 'allowed' }]);
    expect(await invitationMailsTo(email)).toHaveLength(1);
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

  it('is refused while the address is being blocked', async () => {
    const email = newAddress();
    await request(email);
    const id = await idOf(email);
    const allowing = whileBlocking(auth.ownerUrl, email, () => allow(id));
    await expect(allowing).rejects.toMatchObject({ code: 'ACCESS_REQUEST_BLOCKED' });
    expect(await requestsOf(email)).toMatchObject([{ state: 'open' }]);
    expect(await invitationMailsTo(email)).toEqual([]);
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

describe('requests that are dismissed together', () => {
  const newRequests = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const email = newAddress();
        await request(email);
        return { email, id: await idOf(email) };
      }),
    );

  it('leave out those that were decided before, and name the administrator', async () => {
    const [first, second, allowed, other] = await newRequests(4);
    if (!first || !second || !allowed || !other) throw new Error('no requests');
    await requests.allow(allowed.id, by, texts);
    const ids = [allowed, second, first].map(({ id }) => id).concat(randomUUID());
    expect(await requests.dismissAll(ids, { ...by, name: 'Noor' }, randomUUID())).toBe(2);
    for (const { email } of [first, second])
      expect(await requestsOf(email)).toMatchObject([
        { state: 'dismissed', decided_by_session: by.sessionRef, decided_by_name: 'Noor' },
      ]);
    expect(await requestsOf(allowed.email)).toMatchObject([{ state: 'allowed', decided_by_name: by.name }]);
    expect(await requestsOf(other.email)).toMatchObject([{ state: 'open' }]);
    expect(await requests.dismissAll(ids, by, randomUUID())).toBe(0);
  });

  it('get the first answer if the command is repeated, also at the same moment', async () => {
    const ids = (await newRequests(20)).map(({ id }) => id);
    const commandId = randomUUID();
    const dismiss = (order: string[], i: number) =>
      (i % 2 ? requests : otherReplica).dismissAll(order, by, commandId);
    const orders = Array.from({ length: 8 }, (_, i) => (i % 3 ? ids : [...ids].reverse()));
    expect(await Promise.all(orders.map(dismiss))).toEqual(orders.map(() => 20));
    expect(await requests.dismissAll(ids, by, commandId)).toBe(20);
    expect(await requests.dismissAll(ids, by, randomUUID())).toBe(0);
  });
});
