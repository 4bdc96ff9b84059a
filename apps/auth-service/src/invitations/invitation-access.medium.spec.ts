import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { type PublishedInvitation, publishedInvitation, redisKeys } from '@secure-preview/contracts';
import { deriveInvitationSecret } from '@secure-preview/service-kit/outbox';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { BlocksService } from '../blocks/blocks.service.js';
import { address, importAddresses, inHours, inviteOne, newChange, terms } from '../testing/invitations.js';
import { OUTBOX_SECRET, type RunningAuth, startAuth } from '../testing/running-auth.js';
import type { InvitationTerms } from './invitation.js';
import { type Change, InvitationRepository } from './invitation.repository.js';
import { InvitationAccessService } from './invitation-access.service.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';
import { InvitationsService } from './invitations.service.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let access: InvitationAccessService;
let invitations: InvitationsService;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  app = await auth.replica();
  access = app.get(InvitationAccessService, { strict: false });
  invitations = (await auth.replica()).get(InvitationsService, { strict: false });
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const ended = (reason: string) => ({ code: 'ACCESS_ENDED', params: { reason } });
const invalid = { code: 'INVITATION_INVALID', params: {} };
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; params: object }) => ({ code: error.code, params: error.params }),
  );

async function published(id: string): Promise<PublishedInvitation | null> {
  const value = await redis.get(redisKeys.invitation(id));
  return value === null ? null : publishedInvitation.parse(JSON.parse(value));
}

/** Invites a person, and returns the link. */
async function invited(options: Partial<InvitationTerms> = {}) {
  const { id, email } = await inviteOne(app, options);
  return { id, email, link: { id, secret: deriveInvitationSecret(OUTBOX_SECRET, id, 1) } };
}
/** Revokes like a replica that dies before it publishes the change. @param beforeCommit runs in the transaction */
const revokeUnpublished = (
  id: string,
  change: Change,
  beforeCommit = async (): Promise<void> => undefined,
) => {
  const repository = app.get(InvitationRepository, { strict: false });
  return repository.changing(async (transaction) => {
    await repository.change(transaction, [id], { action: 'revoke' }, change);
    await beforeCommit();
  });
};
const revoke = (id: string) => invitations.change([id], { action: 'revoke' }, newChange());

describe('a link', () => {
  it('is the one that administrators copy, and proves address and name', async () => {
    const email = address();
    await invitations.invite({ email, name: 'Ada' }, terms, newChange());
    const { id } = (await access.ofAddress(email)) ?? { id: '' };
    const link = await invitations.linkSecret(id);
    expect(link).toEqual({ id, secret: deriveInvitationSecret(OUTBOX_SECRET, id, 1) });
    expect(await access.read(link)).toEqual({
      email,
      name: 'Ada',
      verifiedBy: 'link',
      invitation: { id, generation: 1 },
    });
  });

  it('marks nothing when it is read, and the invitation as opened once it is used', async () => {
    const { id, email, link } = await invited();
    const openedAt = async () =>
      (await invitations.list({ limit: 1, q: email, sort: 'newest' })).invitations[0]?.openedAt;
    await access.read(link);
    expect(await openedAt()).toBeNull();
    expect(await published(id)).toBeNull();
    await access.useLink(link);
    const first = await openedAt();
    expect(first).toMatch(/Z$/);
    expect(await published(id)).toEqual({ generation: 1, revoked: false, startsAt: null, endsAt: null });
    await access.useLink(link);
    expect(await openedAt()).toBe(first);
  });

  it('with a wrong secret or id is invalid', async () => {
    const { id, link } = await invited();
    const other = await invited();
    for (const secret of ['', 'x', other.link.secret, `${link.secret}x`, '名'.repeat(22)])
      expect(await failure(access.read({ id, secret }))).toEqual(invalid);
    for (const unknown of ['', 'x', randomUUID()])
      expect(await failure(access.read({ ...link, id: unknown }))).toEqual(invalid);
  });

  it('of an older generation was revoked, also after the invitation was renewed', async () => {
    const { id, email, link } = await invited();
    await revoke(id);
    expect(await failure(access.read(link))).toEqual(ended('revoked'));
    expect(await failure(access.read(await invitations.linkSecret(id)))).toEqual(ended('revoked'));
    await importAddresses(app, [email]);
    expect(await failure(access.useLink(link))).toEqual(ended('revoked'));
    expect(await access.read(await invitations.linkSecret(id))).toMatchObject({
      invitation: { id, generation: 2 },
    });
  });

  it('is granted only within the window, and not to blocked addresses', async () => {
    const startsAt = inHours(1);
    const [early, late, blocked] = [
      await invited({ startsAt }),
      await invited({ endsAt: inHours(-1) }),
      await invited(),
    ];
    expect(await failure(access.useLink(early.link))).toEqual({
      code: 'ACCESS_ENDED',
      params: { reason: 'notBegun', startsAt },
    });
    expect(await failure(access.useLink(late.link))).toEqual(ended('expired'));
    const block = { kind: 'address', value: blocked.email, note: '', blocked: true } as const;
    await app.get(BlocksService, { strict: false }).change(block, null, randomUUID());
    expect(await failure(access.useLink(blocked.link))).toEqual(ended('blocked'));
    expect(await published(blocked.id)).toBeNull();
  });

  it('does not exist for a domain', async () => {
    const { id } = await inviteOne(app, {}, `@${randomUUID()}.example`);
    expect(await failure(invitations.linkSecret(id))).toMatchObject({ code: 'INVITATION_NOT_FOUND' });
    const secret = deriveInvitationSecret(OUTBOX_SECRET, id, 1);
    expect(await failure(access.read({ id, secret }))).toEqual(invalid);
    for (const unknown of ['x', randomUUID()])
      expect(await failure(invitations.linkSecret(unknown))).toMatchObject({ code: 'INVITATION_NOT_FOUND' });
  });

  it('fails without the secret of the outbox', async () => {
    const { id, link } = await invited();
    const replica = await auth.replica({ OUTBOX_SECRET: undefined });
    const unavailable = { code: 'SERVICE_UNAVAILABLE' };
    const withoutSecret = replica.get(InvitationAccessService, { strict: false });
    expect(await failure(withoutSecret.read(link))).toMatchObject(unavailable);
    const copied = replica.get(InvitationsService, { strict: false }).linkSecret(id);
    expect(await failure(copied)).toMatchObject(unavailable);
  });
});

it('finds the invitation of an address before that of its domain', async () => {
  const domain = `${randomUUID()}.example`;
  await importAddresses(app, [`@${domain.toUpperCase()}`, `ada@${domain}`]);
  expect(await access.ofAddress(`ada@${domain}`)).toMatchObject({ email: `ada@${domain}` });
  expect(await access.ofAddress(`grace@${domain}`)).toMatchObject({ email: `@${domain.toUpperCase()}` });
  expect(await access.ofAddress(`grace@sub.${domain}`)).toBeUndefined();
});

describe('the published state', () => {
  it('follows each change of an invitation that was used', async () => {
    const { id, email, link } = await invited();
    await access.useLink(link);
    const endsAt = inHours(5);
    await invitations.change([id], { action: 'extend', endsAt }, newChange());
    expect(await published(id)).toMatchObject({ generation: 1, endsAt: Date.parse(endsAt) });
    await revoke(id);
    expect(await published(id)).toMatchObject({ generation: 2, revoked: true });
    const startsAt = inHours(-1);
    await importAddresses(app, [email], { startsAt });
    expect(await published(id)).toEqual({
      generation: 2,
      revoked: false,
      startsAt: Date.parse(startsAt),
      endsAt: null,
    });
  });

  it('does not exist for an invitation that nobody has used', async () => {
    const { id } = await invited();
    await revoke(id);
    expect(await published(id)).toBeNull();
  });

  it('is not replaced by a replica with stale data', async () => {
    const { id, link } = await invited();
    await access.useLink(link);
    const stale = await app.get(InvitationRepository, { strict: false }).byIds([id]);
    await revoke(id);
    await app.get(InvitationPublisherService, { strict: false }).publish(stale);
    expect(await published(id)).toMatchObject({ revoked: true });
  });

  it('is published again after Redis lost all data, also of a revoked invitation', async () => {
    const [valid, revoked] = [await invited(), await invited()];
    for (const { link } of [valid, revoked]) await access.useLink(link);
    await revoke(revoked.id);
    await redis.flushall();
    const isPublished = async () =>
      (await published(valid.id))?.revoked === false && (await published(revoked.id))?.revoked === true;
    await until(isPublished, { deadlineMs: 15_000, what: 'both states' });
  });

  it('is published by a command that is repeated after its replica died', async () => {
    const { id, link } = await invited();
    await access.useLink(link);
    const change = newChange();
    await revokeUnpublished(id, change);
    expect(await invitations.change([id], { action: 'revoke' }, change)).toBe(1);
    expect(await published(id)).toMatchObject({ revoked: true });
  });

  it('is published even if the replica that revoked the invitation died before', async () => {
    const { id, link } = await invited();
    await access.useLink(link);
    // From the commit on, any replica may publish the revocation at any moment.
    await revokeUnpublished(id, newChange(), async () => {
      expect(await published(id)).toMatchObject({ revoked: false });
    });
    await until(async () => (await published(id))?.revoked, { deadlineMs: 15_000, what: 'the revocation' });
  });
});
