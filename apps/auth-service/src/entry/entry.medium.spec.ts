import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { redisKeys } from '@secure-preview/contracts';
import { type CodeAudience, deriveCode, priorityOf } from '@secure-preview/service-kit/outbox';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { BlocksService } from '../blocks/blocks.service.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { address, importAddresses, inHours, inviteOne, newChange, terms } from '../testing/invitations.js';
import { OUTBOX_SECRET, type RunningAuth, startAuth } from '../testing/running-auth.js';
import { whileBlocking } from '../testing/while-blocking.js';
import { EntryService } from './entry.service.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let entry: EntryService;
let otherReplica: EntryService;
let owner: Client;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  app = await auth.replica();
  entry = app.get(EntryService, { strict: false });
  otherReplica = (await auth.replica()).get(EntryService, { strict: false });
  owner = new Client({ connectionString: auth.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  redis?.disconnect();
  await owner?.end();
  await auth?.stop();
});

type Purpose = Parameters<EntryService['requestCode']>[0]['purpose'];
const request = (email: string, purpose: Purpose) =>
  entry.requestCode(
    { email, purpose, language: 'de', companyName: 'Halcyon', logoId: null, turn: 0 },
    randomUUID(),
  );
const verify = (codeId: string, email: string, purpose: Purpose) =>
  otherReplica.verifyCode({ codeId, code: deriveCode(OUTBOX_SECRET, codeId), email, purpose }, randomUUID());
const recipientOf = async (codeId: string) =>
  (await owner.query('SELECT recipient FROM outbox.messages WHERE idempotency_key = $1', [`code:${codeId}`]))
    .rows[0]?.recipient;
const block = (value: string, kind: 'address' | 'domain' = 'address') =>
  app
    .get(BlocksService, { strict: false })
    .change({ kind, value, note: '', blocked: true }, null, randomUUID());
const change = (id: string, action: Parameters<InvitationsService['change']>[1]) =>
  app.get(InvitationsService, { strict: false }).change([id], action, newChange());

/** Requests a code, runs `between`, and enters the code. */
async function enter(email: string, purpose: Purpose, between: () => unknown = () => undefined) {
  const { codeId } = await request(email, purpose);
  await between();
  return verify(codeId, email, purpose);
}
const ended = (reason: string) => ({ code: 'ACCESS_ENDED', params: { reason } });

describe('a request for a code', () => {
  it('is answered the same whether the address may enter or not', async () => {
    const [invited, unknown, blocked] = [await inviteOne(app), address(), await inviteOne(app)];
    await block(blocked.email);
    for (const [email, recipient] of [
      [invited.email, invited.email],
      [unknown, undefined],
      [blocked.email, undefined],
    ] as const) {
      const answer = await request(email, 'invited');
      expect(answer).toEqual({ codeId: expect.any(String), expiresInSeconds: 600, resendInSeconds: 60 });
      expect(await recipientOf(answer.codeId)).toBe(recipient);
      await expect(request(email, 'invited')).rejects.toMatchObject({ code: 'CODE_TOO_SOON' });
    }
  });

  it('sends the code to the address that was invited, not to the typed one', async () => {
    const email = `Ada-${randomUUID()}@kino.example`;
    await importAddresses(app, [email]);
    const { codeId } = await request(` ${email.toUpperCase()} `, 'verified');
    expect(await recipientOf(codeId)).toBe(email);
  });

  it('sends a code to any address but a blocked one in mode verified', async () => {
    const domain = `${randomUUID()}.example`;
    await block(domain, 'domain');
    const email = address();
    expect(await recipientOf((await request(email, 'verified')).codeId)).toBe(email);
    expect(await recipientOf((await request(`ada@${domain}`, 'verified')).codeId)).toBeUndefined();
  });

  it('sends a code only to invited people while the gate is open', async () => {
    const { email } = await inviteOne(app);
    expect(await recipientOf((await request(email, 'open')).codeId)).toBe(email);
    expect(await recipientOf((await request(address(), 'open')).codeId)).toBeUndefined();
  });

  it('sends no code to an address that is being blocked at the same moment', async () => {
    const email = address();
    const { codeId } = await whileBlocking(auth.ownerUrl, email, () => request(email, 'verified'));
    expect(await recipientOf(codeId)).toBeUndefined();
  });

  it('sends a test code to an address that is being blocked at the same moment', async () => {
    const email = address();
    const { codeId } = await whileBlocking(auth.ownerUrl, email, () => request(email, 'test'));
    expect(await recipientOf(codeId)).toBe(email);
  });

  it('sends the code to the form of the domain that the code proves', async () => {
    const label = `studio-${randomUUID()}`;
    const { codeId } = await request(`ada@${label.replace('s', '\uFF53')}.example`, 'verified');
    expect(await recipientOf(codeId)).toBe(`ada@${label}.example`);
  });

  it('sends a test code to any address', async () => {
    const email = address();
    await block(email);
    const { codeId } = await request(email, 'test');
    expect(await recipientOf(codeId)).toBe(email);
    expect(await verify(codeId, email, 'test')).toEqual({ email, name: null, verifiedBy: 'code' });
  });

  it('sends no code to those whose invitation has ended, if one is needed', async () => {
    const [revoked, expired] = [await inviteOne(app), await inviteOne(app, { endsAt: inHours(-1) })];
    await change(revoked.id, { action: 'revoke' });
    for (const { email } of [revoked, expired])
      expect(await recipientOf((await request(email, 'invited')).codeId)).toBeUndefined();
  });
});

describe('the mail with a code', () => {
  const priorityOfMail = async (email: string, purpose: Purpose) => {
    const { codeId } = await request(email, purpose);
    const sql = 'SELECT priority FROM outbox.messages WHERE idempotency_key = $1';
    return (await owner.query(sql, [`code:${codeId}`])).rows[0]?.priority;
  };

  it('is sent first to invited people, then to invited domains, then to strangers', async () => {
    const domain = `${randomUUID()}.example`;
    await importAddresses(app, [`@${domain}`]);
    const [invited, notBegun] = [await inviteOne(app), await inviteOne(app, { startsAt: inHours(1) })];
    const [revoked, expired] = [await inviteOne(app), await inviteOne(app, { endsAt: inHours(-1) })];
    await change(revoked.id, { action: 'revoke' });
    const priorityFor = (audience: CodeAudience) => priorityOf({ kind: 'code', audience });
    const first = priorityFor('invited');
    for (const { email } of [invited, notBegun]) expect(await priorityOfMail(email, 'verified')).toBe(first);
    expect(await priorityOfMail(address(), 'test')).toBe(first);
    expect(await priorityOfMail(`ada@${domain}`, 'verified')).toBe(priorityFor('invitedDomain'));
    for (const email of [address(), revoked.email, expired.email])
      expect(await priorityOfMail(email, 'verified')).toBe(priorityFor('uninvited'));
  });
});

describe('a code that waits', () => {
  const outcomeOf = async ({ codeId }: { codeId: string }) =>
    (
      await owner.query('SELECT reason FROM outbox.cancellations WHERE idempotency_key = $1', [
        `code:${codeId}`,
      ])
    ).rows[0]?.reason;

  it('is not sent if its address is blocked while it is stored', async () => {
    const email = address();
    const waits = (count: number) => async () =>
      (await owner.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount ===
      count;
    await owner.query('BEGIN');
    await owner.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`code ${email}`]);
    const requesting = request(email, 'verified');
    await until(waits(1), { what: 'the request to wait for the address' });
    const blocking = block(email);
    await Promise.race([blocking, until(waits(2), { what: 'the block to wait for the code' })]);
    await owner.query('COMMIT');
    await blocking;
    expect(await outcomeOf(await requesting)).toBe('BLOCKED');
  });

  it('is not sent once its address or domain is blocked, unless it is a test', async () => {
    const domain = `bücher-${randomUUID()}.example`;
    const [blocked, sent] = [address(), address()];
    const ofDomain = `ada@${domain}`;
    const codes = [await request(blocked, 'verified'), await request(ofDomain, 'verified')];
    const others = [
      await request(blocked, 'test'),
      await request(`ada@sub.${domain}`, 'verified'),
      await request(sent, 'verified'),
    ];
    const key = `code:${others.at(-1)?.codeId}`;
    await owner.query(`UPDATE outbox.messages SET state = 'sent' WHERE idempotency_key = $1`, [key]);
    await block(blocked.toUpperCase());
    await block(sent);
    await block(domain, 'domain');
    expect(await Promise.all(codes.map(outcomeOf))).toEqual(['BLOCKED', 'BLOCKED']);
    expect(await Promise.all(others.map(outcomeOf))).toEqual([undefined, undefined, undefined]);
  });
});

describe('a request for a code with a link', () => {
  const secretOf = (id: string) => app.get(InvitationsService, { strict: false }).linkSecret(id);
  type Link = Awaited<ReturnType<typeof secretOf>>;
  const requestWith = (email: string, invitation: Link, purpose: Purpose = 'invited') =>
    entry.requestCode(
      {
        email,
        purpose,
        language: 'de',
        companyName: 'Halcyon',
        logoId: null,
        turn: 0,
        invitation,
      },
      randomUUID(),
    );

  it('is allowed although a stranger has just requested a code for the address', async () => {
    const { id, email } = await inviteOne(app);
    await request(email, 'invited');
    const { codeId } = await requestWith(` ${email.toUpperCase()} `, await secretOf(id));
    expect(await recipientOf(codeId)).toBe(email);
    expect((await verify(codeId, email, 'invited')).invitation?.id).toBe(id);
  });

  it('is told that a code was sent, in every mode, and others get the same answer as strangers', async () => {
    const [person, blocked, revoked] = [await inviteOne(app), await inviteOne(app), await inviteOne(app)];
    const links = await Promise.all([person, blocked, revoked].map(({ id }) => secretOf(id)));
    await block(blocked.email);
    await change(revoked.id, { action: 'revoke' });
    const toAll = { codeId: expect.any(String), expiresInSeconds: 600, resendInSeconds: 60 };
    const [own, ...ended] = links as [Link, Link, Link];
    expect(await requestWith(person.email, own)).toEqual({ ...toAll, codeSent: true });
    for (const purpose of ['open', 'verified'] as const) {
      const { id, email } = await inviteOne(app);
      expect(await requestWith(email, await secretOf(id), purpose)).toEqual({ ...toAll, codeSent: true });
    }
    for (const [email, link] of [
      [person.email, { ...own, secret: 'guessed' }],
      [address(), own],
      [blocked.email, ended[0]],
      [revoked.email, ended[1]],
    ] as const)
      expect(await requestWith(email, link)).toEqual(toAll);
  });

  it('is counted like one without a link if the link is invalid, of another address, or revoked', async () => {
    const [person, other, revoked] = [await inviteOne(app), await inviteOne(app), await inviteOne(app)];
    const revokedLink = await secretOf(revoked.id);
    await change(revoked.id, { action: 'revoke' });
    await request(person.email, 'invited');
    await request(revoked.email, 'invited');
    for (const [email, link] of [
      [person.email, { id: person.id, secret: 'guessed' }],
      [person.email, { id: 'unknown', secret: '' }],
      [person.email, await secretOf(other.id)],
      [revoked.email, revokedLink],
    ] as const)
      await expect(requestWith(email, link)).rejects.toMatchObject({ code: 'CODE_TOO_SOON' });
  });
});

describe('a code', () => {
  it('proves the invitation of its address in every mode, and publishes it', async () => {
    for (const purpose of ['open', 'verified', 'invited'] as const) {
      const email = address();
      const invitations = app.get(InvitationsService, { strict: false });
      await invitations.invite({ email, name: 'Ada' }, terms, newChange());
      const proof = await enter(email, purpose);
      const id = proof.invitation?.id ?? '';
      expect(proof).toEqual({
        email,
        name: 'Ada',
        verifiedBy: 'invitation',
        invitation: { id, generation: 1 },
      });
      expect(await redis.exists(redisKeys.invitation(id))).toBe(1);
      const listed = await invitations.list({ limit: 1, q: email, sort: 'newest' });
      expect(listed.invitations).toMatchObject([{ id, state: 'opened' }]);
    }
  });

  it('proves the invitation of a domain, whose people keep their own addresses and names', async () => {
    const domain = `${randomUUID()}.example`;
    const { id } = await inviteOne(app, {}, `@${domain}`);
    expect(await enter(`ada@${domain}`, 'invited')).toEqual({
      email: `ada@${domain}`,
      name: null,
      verifiedBy: 'invitation',
      invitation: { id, generation: 1 },
    });
    await change(id, { action: 'revoke' });
    const { codeId } = await request(`grace@${domain}`, 'invited');
    expect(await recipientOf(codeId)).toBeUndefined();
  });

  it('proves only the address if there is no valid invitation', async () => {
    const { id, email } = await inviteOne(app);
    await change(id, { action: 'revoke' });
    for (const each of [email, address()])
      expect(await enter(each, 'verified')).toEqual({ email: each, name: null, verifiedBy: 'code' });
  });

  it('rejects people who were blocked, or whose invitation ended, in the meantime', async () => {
    const blocked = address();
    await expect(enter(blocked, 'verified', () => block(blocked))).rejects.toMatchObject(ended('blocked'));
    const revoked = await inviteOne(app);
    const revoke = () => change(revoked.id, { action: 'revoke' });
    await expect(enter(revoked.email, 'invited', revoke)).rejects.toMatchObject(ended('revoked'));
    const expired = await inviteOne(app);
    const expire = () => change(expired.id, { action: 'extend', endsAt: inHours(-1) });
    await expect(enter(expired.email, 'invited', expire)).rejects.toMatchObject(ended('expired'));
  });

  it.each(['open', 'invited'] as const)(
    'rejects a guessed code of an address without an invitation in mode %s',
    async (purpose) => {
      await expect(enter(address(), purpose)).rejects.toMatchObject({ code: 'CODE_EXPIRED' });
    },
  );

  describe('after 300 wrong codes for made-up addresses of a domain', () => {
    const wrongCode = (codeId: string) =>
      deriveCode(OUTBOX_SECRET, codeId) === '000000' ? '000001' : '000000';
    /** Enters wrong codes for an address until none is accepted. Returns the errors. */
    const guess = async (email: string) => {
      const { codeId } = await request(email, 'invited');
      const typed = { codeId, code: wrongCode(codeId), email, purpose: 'invited' } as const;
      const errors: object[] = [];
      for (let tries = 0; tries < 6; tries += 1)
        await entry
          .verifyCode(typed, randomUUID())
          .catch(({ code, params }) => errors.push({ code, params }));
      return errors;
    };
    /** The first 295 wrong codes are stored directly. */
    const guessAt = async (domain: string) => {
      await owner.query(
        `INSERT INTO auth.codes (id, command_id, email_key, purpose, wrong_commands)
         SELECT gen_random_uuid(), gen_random_uuid(), 'made-up-' || number || '@' || $1, 'invited',
           ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 5))
         FROM generate_series(1, 59) number`,
        [domain],
      );
      await guess(`made-up@${domain}`);
    };
    const newDomain = () => `${randomUUID()}.example`;

    it('refuses the right codes of an invited domain, but not those of an invited person', async () => {
      const domain = newDomain();
      const person = `grace@${domain}`;
      await importAddresses(app, [`@${domain}`, person]);
      const late = await request(`ada@${domain}`, 'invited');
      await guessAt(domain);
      await expect(verify(late.codeId, `ada@${domain}`, 'invited')).rejects.toMatchObject({
        code: 'CODE_EXPIRED',
      });
      expect((await enter(person, 'invited')).email).toBe(person);
    });

    it('answers wrong codes the same, whoever is invited', async () => {
      const [invited, other] = [newDomain(), newDomain()];
      await importAddresses(app, [`@${invited}`, `grace@${invited}`, `grace@${other}`]);
      await Promise.all([guessAt(invited), guessAt(other)]);
      const expected = [4, 3, 2, 1, 0].map((triesLeft) => ({ code: 'CODE_WRONG', params: { triesLeft } }));
      for (const email of [`ada@${invited}`, `ada@${other}`, `grace@${invited}`, `grace@${other}`])
        expect(await guess(email)).toEqual([...expected, { code: 'CODE_EXPIRED', params: {} }]);
    });
  });

  it('rejects invited people before their window begins, with that reason and the time', async () => {
    const startsAt = inHours(1);
    const { email } = await inviteOne(app, { startsAt });
    await expect(enter(email, 'invited')).rejects.toMatchObject({
      code: 'ACCESS_ENDED',
      params: { reason: 'notBegun', startsAt },
    });
    const other = await inviteOne(app, { startsAt: inHours(1) });
    expect(await enter(other.email, 'verified')).toMatchObject({ verifiedBy: 'code' });
  });
});
