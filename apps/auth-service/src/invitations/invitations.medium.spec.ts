import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { InvitationState } from '@secure-preview/contracts';
import { Client } from 'pg';
import { BlocksService } from '../blocks/blocks.service.js';
import {
  address,
  by,
  importAddresses,
  inHours,
  inviteOne,
  newChange,
  terms,
} from '../testing/invitations.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { whileBlocking } from '../testing/while-blocking.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationAccessService } from './invitation-access.service.js';
import { InvitationsService } from './invitations.service.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let invitations: InvitationsService;
let otherReplica: InvitationsService;
let owner: Client;

beforeAll(async () => {
  auth = await startAuth();
  app = await auth.replica();
  invitations = app.get(InvitationsService, { strict: false });
  otherReplica = (await auth.replica()).get(InvitationsService, { strict: false });
  owner = new Client({ connectionString: auth.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await auth?.stop();
});

type Listing = Parameters<InvitationsService['list']>[0];
const list = (selection: Partial<Listing> = {}) =>
  invitations.list({ limit: 100, sort: 'newest', ...selection });
const found = async (q: string) => (await list({ q })).invitations[0];
const keysOfMails = async (recipient: string) =>
  (
    await owner.query(
      'SELECT idempotency_key AS key FROM outbox.messages WHERE recipient = $1 ORDER BY created_at',
      [recipient],
    )
  ).rows.map(({ key }) => key);

const setMails = (recipient: string, state: string) =>
  owner.query('UPDATE outbox.messages SET state = $2 WHERE recipient = $1', [recipient, state]);

it('counts invitations that can be used and were not opened yet', async () => {
  const before = await invitations.countOpen();
  await inviteOne(app);
  await inviteOne(app, { startsAt: inHours(1), endsAt: inHours(2) });
  await inviteOne(app, { endsAt: inHours(-1) });
  const revoked = await inviteOne(app);
  await invitations.change([revoked.id], { action: 'revoke' }, newChange());
  const opened = await inviteOne(app);
  expect(await otherReplica.countOpen()).toBe(before + 2);
  await app.get(InvitationRepository, { strict: false }).use(opened.id);
  expect(await otherReplica.countOpen()).toBe(before + 1);
});

describe('the list', () => {
  it.each(['newest', 'oldest', 'email', 'name'] as const)(
    'sorted by %s has every invitation once, page by page',
    async (sort) => {
      const domain = `${randomUUID()}.example`;
      const emails = Array.from({ length: 23 }, (_, index) => `${(index * 7) % 23}@${domain}`);
      await importAddresses(app, emails);
      // Rows of one statement may be stored in the same microsecond. Their places keep the order.
      await owner.query(
        `UPDATE auth.invitations i SET created_at = i.created_at + number * interval '1 millisecond'
         FROM (SELECT id, row_number() OVER (ORDER BY created_at, ctid) AS number
               FROM auth.invitations WHERE email_key LIKE $1) AS stored
         WHERE i.id = stored.id`,
        [`%@${domain}`],
      );
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit: 5, sort, q: domain, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.total).toBe(23);
        pages.push(...page.invitations.map(({ email }) => email));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      if (sort === 'oldest') expect(pages).toEqual(emails);
      if (sort === 'newest') expect(pages).toEqual([...emails].reverse());
      if (sort === 'email') expect(pages).toEqual([...emails].sort());
      expect(new Set(pages)).toEqual(new Set(emails));
      expect(pages).toHaveLength(23);
    },
  );

  describe.each([
    ['endsSoonest', 1],
    ['endsLatest', -1],
  ] as const)('sorted by %s', (sort, direction) => {
    /** Invites people with these ends, in hours. Returns the domain of their addresses. */
    async function inviteUntil(ends: readonly (number | null)[]): Promise<string> {
      const domain = `${randomUUID()}.example`;
      for (const [index, hours] of ends.entries()) {
        const email = `${index}-${hours ?? 'none'}@${domain}`;
        const endsAt = hours === null ? null : inHours(hours);
        await invitations.invite({ email, name: null }, { ...terms, endsAt, sendMail: false }, newChange());
      }
      return domain;
    }
    const localPart = ({ email }: { email: string }) => email.slice(0, email.indexOf('@'));

    it('has every invitation once, page by page, and those without an end last', async () => {
      const ends = [null, 5, -1, null, 3, 9, 3, null, 1];
      const domain = await inviteUntil(ends);
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit: 2, sort, q: domain, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.total).toBe(ends.length);
        pages.push(...page.invitations.map(localPart));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      const inOrder = [-1, 1, 3, 3, 5, 9].sort((a, b) => (a - b) * direction).map(String);
      expect(pages.map((name) => name.slice(2))).toEqual([...inOrder, 'none', 'none', 'none']);
      expect(new Set(pages).size).toBe(ends.length);
    });

    it('skips nobody if the last end of a page changes before the next page is read', async () => {
      const q = await inviteUntil([1, 2, 3, 4]);
      const page = await list({ limit: 2, sort, q });
      const last = page.invitations.at(-1)?.id ?? '';
      const endsAt = inHours(direction > 0 ? 99 : 0.5);
      expect(await invitations.change([last], { action: 'extend', endsAt }, newChange())).toBe(1);
      const rest = await list({ limit: 9, sort, q, cursor: page.nextCursor ?? '' });
      const seen = new Set([...page.invitations, ...rest.invitations].map(localPart));
      expect([...seen].sort()).toEqual(['0-1', '1-2', '2-3', '3-4']);
    });

    it.each(['x', 'A'.repeat(22), `${'A'.repeat(22)}.1`, `${'A'.repeat(22)}.${'9'.repeat(19)}`])(
      'rejects the cursor %j',
      async (cursor) => {
        await expect(list({ sort, cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      },
    );
  });

  it('is searched in addresses and names, ignoring case and the form of letters', async () => {
    const marker = randomUUID();
    const invitee = { email: `Jose\u0301-${marker}@kino.example`, name: 'Åsa Öz' };
    await invitations.invite(invitee, terms, newChange());
    for (const q of [`JOSÉ-${marker}`, 'ÅSA O\u0308Z', marker]) expect((await list({ q })).total).toBe(1);
    for (const q of [`%${marker}`, `jos_-${marker}`, `${marker}\0x`])
      expect((await list({ q })).total).toBe(0);
  });

  it.each(['x', 'A'.repeat(22)])('rejects the cursor %j', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('shows the state of each invitation, the newest fact first, and filters by it', async () => {
    const marker = randomUUID();
    const email = (state: string) => `${state}-${marker}@kino.example`;
    const stateOf = async (state: string) => (await found(email(state)))?.state;
    const mailStates: [string, InvitationState][] = [
      ['waiting', 'queued'],
      ['sending', 'queued'],
      ['sent', 'sent'],
      ['refused', 'refused'],
      ['uncertain', 'uncertain'],
      ['expired', 'notSent'],
    ];
    for (const [mailState, state] of mailStates) {
      await importAddresses(app, [email(mailState)]);
      await owner.query(
        "UPDATE outbox.messages SET state = $2, reason = 'SMTP', detail = 'why' WHERE recipient = $1",
        [email(mailState), mailState],
      );
      expect(await stateOf(mailState)).toBe(state);
    }
    expect(await found(email('refused'))).toMatchObject({ reason: 'SMTP', detail: 'why' });
    await importAddresses(app, [email('noMail')], { sendMail: false });
    expect(await stateOf('noMail')).toBe('noMail');
    const id = (await found(email('sent')))?.id ?? '';
    await app.get(InvitationAccessService, { strict: false }).use(id);
    expect(await stateOf('sent')).toBe('opened');
    await invitations.change([id], { action: 'extend', endsAt: inHours(-1) }, newChange());
    expect(await stateOf('sent')).toBe('expired');
    await invitations.change([id], { action: 'revoke' }, newChange());
    expect(await stateOf('sent')).toBe('revoked');
    const queued = await list({ q: marker, state: 'queued', sort: 'email' });
    expect(queued.total).toBe(2);
    expect(queued.invitations.map((each) => each.email)).toEqual(['sending', 'waiting'].map(email));
  });

  it('cuts a page that is too large for one message', async () => {
    const domain = `${randomUUID()}.example`;
    for (let index = 0; index < 250; index += 1) {
      const invitee = { email: `${index}-${'名'.repeat(60)}@${domain}`, name: '名'.repeat(200) };
      await invitations.invite(invitee, { ...terms, sendMail: false }, newChange());
    }
    const page = await list({ limit: 250, q: domain });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(256 * 1024);
    expect(page.invitations.length).toBeLessThan(250);
    const rest = await list({ limit: 250, q: domain, cursor: page.nextCursor ?? '' });
    expect(page.invitations.length + rest.invitations.length).toBe(250);
  });
});

describe('a change', () => {
  it('sends a mail again, once for each command', async () => {
    const { id, email } = await inviteOne(app);
    await setMails(email, 'sent');
    const commandId = randomUUID();
    const resend = (service: InvitationsService) =>
      service.change([id], { action: 'resend' }, newChange(commandId));
    const answers = await Promise.all([invitations, otherReplica, invitations].map(resend));
    expect(answers).toEqual([1, 1, 1]);
    expect(await keysOfMails(email)).toEqual([`invitation:${id}:1`, `invitation:${id}:2`]);
  });

  it.each(['waiting', 'sending'])('sends no second mail while the last one is %s', async (state) => {
    const [queued, sent] = [await inviteOne(app), await inviteOne(app)];
    await setMails(queued.email, state);
    await setMails(sent.email, 'sent');
    const ids = [queued.id, sent.id];
    expect(await invitations.change(ids, { action: 'resend' }, newChange())).toBe(1);
    expect(await keysOfMails(queued.email)).toEqual([`invitation:${queued.id}:1`]);
    expect(await keysOfMails(sent.email)).toHaveLength(2);
  });

  it('sends one more mail for two commands at once', async () => {
    const { id, email } = await inviteOne(app);
    await setMails(email, 'uncertain');
    const answers = await Promise.all(
      [invitations, otherReplica].map((service) => service.change([id], { action: 'resend' }, newChange())),
    );
    expect(answers.sort()).toEqual([0, 1]);
    expect(await keysOfMails(email)).toHaveLength(2);
  });

  it('sends nothing to a blocked address or domain, which the list names', async () => {
    const blocks = app.get(BlocksService, { strict: false });
    const domain = `${randomUUID()}.example`;
    const [{ id, email }, ofDomain] = [await inviteOne(app), await inviteOne(app, {}, `ada@${domain}`)];
    const targets = [
      { kind: 'address' as const, value: email },
      { kind: 'domain' as const, value: domain },
    ];
    for (const target of targets)
      await blocks.change({ ...target, blocked: true, note: '' }, by, randomUUID());
    expect(await invitations.change([id, ofDomain.id], { action: 'resend' }, newChange())).toBe(0);
    expect(await keysOfMails(email)).toEqual([`invitation:${id}:1`]);
    const listed = await Promise.all([email, domain].map(found));
    expect(listed.map((invitation) => invitation?.blocks)).toEqual(targets.map((target) => [target]));
  });

  it('sends nothing to an address that is being blocked at the same moment', async () => {
    const { id, email } = await inviteOne(app);
    const resend = () => otherReplica.change([id], { action: 'resend' }, newChange());
    expect(await whileBlocking(auth.ownerUrl, email, resend)).toBe(0);
    expect(await keysOfMails(email)).toHaveLength(1);
  });

  it('sends nothing to domains, revoked, expired and unknown invitations', async () => {
    const domain = await inviteOne(app, {}, `@${randomUUID()}.example`);
    const [revoked, expired] = [await inviteOne(app), await inviteOne(app, { endsAt: inHours(-1) })];
    await invitations.change([revoked.id], { action: 'revoke' }, newChange());
    const ids = [domain.id, revoked.id, expired.id, randomUUID()];
    expect(await invitations.change(ids, { action: 'resend' }, newChange())).toBe(0);
    expect(await keysOfMails(expired.email)).toEqual([]);
  });

  it('revokes once, also by many replicas, and ignores a repeat after the invitation was renewed', async () => {
    const { id, email } = await inviteOne(app);
    const commandId = randomUUID();
    const revoke = (service: InvitationsService, command: string = randomUUID()) =>
      service.change([id], { action: 'revoke' }, newChange(command));
    expect(await revoke(invitations, commandId)).toBe(1);
    expect(await revoke(otherReplica)).toBe(0);
    await importAddresses(app, [email]);
    expect(await revoke(otherReplica, commandId)).toBe(1);
    const generation = await owner.query(
      'SELECT generation, revoked_at FROM auth.invitations WHERE id = $1',
      [id],
    );
    expect(generation.rows).toEqual([{ generation: 2, revoked_at: null }]);
  });

  it('changes the end, except of revoked invitations and to a time before the start', async () => {
    const { id } = await inviteOne(app, { startsAt: inHours(2) });
    const extend = (endsAt: string | null) =>
      invitations.change([id], { action: 'extend', endsAt }, newChange());
    const endsAt = inHours(3);
    expect(await extend(endsAt)).toBe(1);
    expect(await extend(endsAt)).toBe(0);
    expect(await extend(inHours(1))).toBe(0);
    expect(await extend(null)).toBe(1);
    await invitations.change([id], { action: 'revoke' }, newChange());
    expect(await extend(inHours(4))).toBe(0);
  });

  it('renews an invitation with new terms and a new mail', async () => {
    const { id, email } = await inviteOne(app, { endsAt: inHours(1) });
    await app.get(InvitationAccessService, { strict: false }).use(id);
    await invitations.change([id], { action: 'revoke' }, newChange());
    expect(await importAddresses(app, [email.toUpperCase()], { language: 'fr' })).toBe(1);
    expect(await list({ q: email })).toMatchObject({
      total: 1,
      invitations: [
        { id, email: email.toUpperCase(), language: 'fr', state: 'queued', endsAt: null, openedAt: null },
      ],
    });
    expect(await keysOfMails(email.toUpperCase())).toEqual([`invitation:${id}:2`]);
  });

  it('is recorded with its administrator, and records cannot be changed', async () => {
    const { id } = await inviteOne(app);
    await invitations.change([id], { action: 'revoke' }, newChange());
    const { rows } = await owner.query(
      'SELECT action, by_session, by_name FROM auth.invitation_changes WHERE invitation_id = $1 ORDER BY id',
      [id],
    );
    const author = { by_session: by.sessionRef, by_name: by.name };
    expect(rows).toEqual([
      { action: 'invite', ...author },
      { action: 'revoke', ...author },
    ]);
    const service = new Client({ connectionString: auth.databaseUrl });
    await service.connect();
    for (const sql of [
      'DELETE FROM auth.invitations',
      'UPDATE auth.invitations SET created_at = now()',
      "UPDATE auth.invitation_changes SET action = 'invite'",
      'DELETE FROM auth.invitation_changes',
      'UPDATE auth.imports SET invited = 1',
    ])
      await expect(service.query(sql)).rejects.toThrow('denied');
    await service.end();
  });
});

it('keeps the address of an invitation unique', async () => {
  const email = address();
  expect(await invitations.invite({ email, name: null }, terms, newChange())).toBe(true);
  expect(await otherReplica.invite({ email: email.toUpperCase(), name: null }, terms, newChange())).toBe(
    false,
  );
});
