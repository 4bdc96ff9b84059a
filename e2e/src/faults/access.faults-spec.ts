import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { selectRows, withClient } from '@secure-preview/embedded';
import type { ServiceName } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { z } from 'zod';
import type { Answer } from '../support/client.js';
import { interruptAt } from '../support/interrupt-at.js';
import { Mailbox } from '../support/mailbox.js';
import { AccessAdmin } from './access-admin.js';
import { Fleet, replicasOf, serviceOf } from './fleet.js';
import { Guest, type ReceivedCode } from './guest.js';
import { seconds, writeResult } from './trial.js';

/** Milliseconds within which every gateway follows a blocked domain or network (docs/product.md#access). */
const FOLLOW_MS = 2_000;
/** Milliseconds after a fault within which the portal serves everybody again. */
const RECOVERY_MS = 10_000;
/** People of one import. */
const PEOPLE = 60;

let mailbox: Mailbox;
let fleet: Fleet;
let admin: AccessAdmin;
/** URLs of two gateways. */
let a: string;
let b: string;

// Each test continues with the people and blocks of the previous ones.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mailbox = await Mailbox.open();
  const settings = { ...mailbox.settings, PUBLIC_ORIGIN: 'http://127.0.0.1' };
  fleet = await Fleet.start({
    envOf: (name) => {
      const service = serviceOf(name as Parameters<typeof serviceOf>[0]);
      if (service === 'gateway') return { GATE_MODE: 'invited' };
      return service === 'notifier' ? settings : {};
    },
  });
  [a, b] = [fleet.urlOf('gateway-1'), fleet.urlOf('gateway-2')];
  admin = await AccessAdmin.signIn(a);
});
test.afterEach(() => {
  expect(fleet?.unexpectedExits ?? []).toEqual([]);
});
test.afterAll(async () => {
  await fleet?.dispose();
  await mailbox?.stop();
});

/** Lets an invited person enter: the code is requested at gateway A, and typed at B. @returns a visitor at B */
async function enter(email: string): Promise<Guest> {
  const guest = new Guest(a);
  const code = await guest.receiveCode(email, mailbox);
  const visitor = guest.at(b);
  const entered = await visitor.enterCode(email, code);
  expect(entered.status, entered.text).toBe(200);
  return visitor;
}

const outcomeOf = ({ status, text }: Answer) => {
  const { code, params } = JSON.parse(text);
  return [status, ...(code ? [code, params?.reason].filter(Boolean) : [])].join(' ');
};
const accessOf = async (visitor: Guest) => outcomeOf(await visitor.useAccess());

/** Expects that a gateway follows a change of the blocks in time. */
async function expectToFollow(visitor: Guest, outcome: string, what: string): Promise<void> {
  const since = performance.now();
  await until(async () => (await accessOf(visitor)) === outcome, {
    deadlineMs: 2 * FOLLOW_MS,
    everyMs: 20,
    what: `the outcome ${outcome}`,
  });
  const ms = performance.now() - since;
  writeResult([what, `followed after ${seconds(ms)}`]);
  expect(ms).toBeLessThan(FOLLOW_MS);
}

/**
 * Repeats a request until the portal accepts it. Meanwhile it may be unavailable, or the connection may break.
 *
 * @param what names the fault in the table of results
 * @param since time of the fault on this process's clock
 */
async function accepted(what: string, since: number, request: () => Promise<Answer>): Promise<Answer> {
  const answer = await until(
    async () => {
      const answer = await request().catch(() => undefined);
      if (answer === undefined || [503, 504].includes(answer.status)) return undefined;
      expect(answer.status, answer.text).toBe(200);
      return answer;
    },
    { deadlineMs: RECOVERY_MS, everyMs: 100, what: 'the request to be accepted' },
  );
  writeResult([what, `accepted after ${seconds(performance.now() - since)}`]);
  return answer;
}

const asSuperuser = () => fleet.postgres.adminUrl(fleet.database.name);
const query = <Row extends z.ZodType>(row: Row, sql: string, values: unknown[] = []) =>
  withClient(asSuperuser(), (client) => selectRows(client, row, sql, values));

/** Kills all replicas of a service at once. Returns a function that waits for their replacements. */
function kill(service: ServiceName, names = replicasOf(service)): () => Promise<unknown> {
  const replaced = Promise.all(names.map((name) => fleet.replace(name, 'SIGKILL')));
  return () => replaced;
}

const people = () => {
  const group = randomUUID().slice(0, 8);
  return Array.from({ length: PEOPLE }, (_, index) => `${group}-${index}@kino.example`);
};

/** Expects that the mails of an import have settled, and that nobody received two. @returns the states by number */
async function settledStates(emails: readonly string[]): Promise<Record<string, number>> {
  const group = `${emails[0]?.split('-')[0]}-`;
  const listed = await until(
    async () => {
      const found = await admin.invitations(group);
      return found.every(({ state }) => state !== 'queued') ? found : undefined;
    },
    { deadlineMs: 30_000, everyMs: 100, what: 'all mails to be sent' },
  );
  expect(listed.map(({ email }) => email).sort()).toEqual([...emails].sort());
  expect(emails.filter((email) => mailbox.invitationsTo(email) !== 1)).toEqual([]);
  const states: Record<string, number> = {};
  for (const { state } of listed) states[state] = (states[state] ?? 0) + 1;
  return states;
}

/** Ends the leases of killed notifiers, which otherwise takes 3 minutes. */
async function endLeases(): Promise<void> {
  await query(z.object({}), `UPDATE outbox.messages SET lease_until = now() WHERE state = 'sending'`);
}

/** Lets addresses request another code, which otherwise takes a minute. */
async function allowMoreCodes(): Promise<void> {
  await query(z.object({}), `UPDATE auth.codes SET requested_at = requested_at - interval '1 minute'`);
}

/** Waits until notifiers are sending mails. @param dataEnded whether the mails are complete */
async function isSending(dataEnded: boolean): Promise<void> {
  const sql = `SELECT FROM outbox.messages WHERE state = 'sending' AND data_ended = $1`;
  await until(async () => (await query(z.object({}), sql, [dataEnded])).length > 0, {
    deadlineMs: 10_000,
    everyMs: 20,
    what: 'a mail to be in progress',
  });
}

test('accepts a code at another gateway than the one that requested it', async () => {
  await admin.invite('ada@kino.example');
  const visitor = await enter('ada@kino.example');
  for (const base of [a, b]) expect(await accessOf(visitor.at(base))).toBe('200');
});

test('rejects revoked and blocked people at other gateways', async () => {
  await admin.invite('revoked@kino.example', 'blocked@kino.example', 'grace@domain.example');
  const revoked = await enter('revoked@kino.example');
  await admin.revoke('revoked@kino.example');
  expect(await accessOf(revoked)).toBe('403 ACCESS_ENDED revoked');

  const blocked = await enter('blocked@kino.example');
  await admin.block('address', 'blocked@kino.example');
  expect(await accessOf(blocked)).toBe('403 ACCESS_ENDED blocked');
  await admin.unblock('address', 'blocked@kino.example');
  expect(await accessOf(blocked)).toBe('200');

  const visitor = await enter('grace@domain.example');
  for (const [kind, value] of [
    ['domain', 'domain.example'],
    ['network', `${visitor.ip}/32`],
  ] as const) {
    await admin.block(kind, value);
    await expectToFollow(visitor, '403 ACCESS_ENDED blocked', `${kind} blocked at another gateway`);
    await admin.unblock(kind, value);
    await expectToFollow(visitor, '200', `${kind} unblocked at another gateway`);
  }
});

test('keeps blocks, revocations and invitations after a flush of Redis', async () => {
  await admin.invite('invited@kino.example', 'late@kino.example');
  const inside = await enter('invited@kino.example');
  const codes = new Map<string, ReceivedCode>();
  const blocked = ['blocked@kino.example', 'grace@domain.example'];
  await allowMoreCodes();
  for (const email of [...blocked, 'late@kino.example'])
    codes.set(email, await new Guest(a).receiveCode(email, mailbox));
  await admin.block('address', 'blocked@kino.example');
  await admin.block('domain', 'domain.example');
  const link = await mailbox.link('revoked@kino.example');

  const flushedAt = performance.now();
  await fleet.redis.flush();
  const enterAtB = (email: string) =>
    new Guest(b).enterCode(email, codes.get(email) ?? { codeId: '', code: '' });
  for (const email of blocked) {
    const answer = await enterAtB(email);
    expect(['403 ACCESS_ENDED blocked', '503 SERVICE_UNAVAILABLE']).toContain(outcomeOf(answer));
  }
  await accepted('Redis flushed, then a code', flushedAt, () => enterAtB('late@kino.example'));
  for (const email of blocked) expect(outcomeOf(await enterAtB(email))).toBe('403 ACCESS_ENDED blocked');
  expect(await accessOf(inside)).toBe('401 UNAUTHORIZED');
  const [, id, secret] = /#invitation=([^.]+)\.(.+)$/.exec(link) ?? [];
  const read = await new Guest(b).post('/api/auth/invitation', { id, secret });
  expect(outcomeOf(read)).toBe('403 ACCESS_ENDED revoked');

  admin = await AccessAdmin.signIn(a);
  await allowMoreCodes();
  const late = await enter('invited@kino.example');
  await admin.revoke('invited@kino.example');
  expect(await accessOf(late)).toBe('403 ACCESS_ENDED revoked');
});

for (const [service, names] of [
  ['auth-service', replicasOf('auth-service')],
  ['gateway', ['gateway-1']],
] as const) {
  test(`confirms an import once while ${service} is killed`, async () => {
    const emails = people();
    const importId = await admin.prepareImport(emails);
    let replaced = async (): Promise<unknown> => undefined;
    let killedAt = 0;
    await interruptAt(asSuperuser(), {
      table: 'auth.invitation_changes',
      request: () => admin.confirmImport(importId),
      fault: () => {
        killedAt = performance.now();
        replaced = kill(service, [...names]);
      },
    });
    const what = `kill -9: ${service} during an import`;
    const confirmed = await accepted(what, killedAt, () => admin.at(b).confirmImport(importId));
    expect(confirmed.json()).toEqual({ invited: PEOPLE, blocked: 0 });
    await replaced();
    expect(await settledStates(emails)).toEqual({ sent: PEOPLE });
  });

  test(`accepts a code once ${service} was killed while it was entered`, async () => {
    const email = `${service}@kino.example`;
    await admin.invite(email);
    const guest = new Guest(a);
    const code = await guest.receiveCode(email, mailbox);
    const [first, second] = [`Visitor ${randomUUID()}`, `Visitor ${randomUUID()}`];
    let replaced = async (): Promise<unknown> => undefined;
    let killedAt = 0;
    let isAcknowledged = false;
    await interruptAt(asSuperuser(), {
      // A killed gateway leaves a code that was used, and possibly a lead.
      table: service === 'gateway' ? 'analytics.leads' : 'auth.codes',
      request: async () => {
        isAcknowledged = (await guest.enterCode(email, code, first)).status === 200;
      },
      fault: () => {
        killedAt = performance.now();
        replaced = kill(service, [...names]);
      },
    });
    const visitor = guest.at(b);
    await accepted(`kill -9: ${service} during a code`, killedAt, () =>
      visitor.enterCode(email, code, second),
    );
    await replaced();
    for (const base of [a, b]) expect(await accessOf(visitor.at(base))).toBe('200');
    const [invitation] = await admin.invitations(email);
    expect(invitation).toMatchObject({ state: 'opened' });
    const leads = await query(
      z.object({ name: z.string() }),
      'SELECT name FROM analytics.leads WHERE name = ANY ($1)',
      [[first, second]],
    );
    const stored = (name: string) => leads.filter((lead) => lead.name === name).length;
    expect(stored(second)).toBe(1);
    expect(isAcknowledged ? [1] : [0, 1]).toContain(stored(first));
  });
}

for (const [what, step, dataEnded] of [
  ['sends invitations that were incomplete', 'onRecipient', false],
  ['sends no complete invitation twice', 'onEnd', true],
] as const) {
  test(`${what} when the notifiers were killed`, async () => {
    const emails = people();
    const release = mailbox.hold(step);
    await admin.invite(...emails);
    await isSending(dataEnded);
    const replaced = kill('notifier');
    release();
    await replaced();
    await endLeases();
    const { sent = 0, uncertain = 0, ...others } = await settledStates(emails);
    expect(others).toEqual({});
    expect(sent + uncertain).toBe(PEOPLE);
    expect(uncertain > 0).toBe(dataEnded);
  });
}

test('sends a code whose notifier was killed, and the code is accepted', async () => {
  const email = 'notifier@kino.example';
  await admin.invite(email);
  await mailbox.link(email);
  const guest = new Guest(a);
  const release = mailbox.hold();
  const codeId = await guest.requestCode(email);
  await isSending(false);
  const replaced = kill('notifier');
  release();
  await replaced();
  await endLeases();
  const entered = await guest.at(b).enterCode(email, { codeId, code: await mailbox.code(email) });
  expect(entered.status, entered.text).toBe(200);
});

test('keeps what was decided before all faults', async () => {
  for (const [email, outcome] of [
    ['revoked@kino.example', 'revoked'],
    ['invited@kino.example', 'revoked'],
    ['ada@kino.example', 'opened'],
    ['late@kino.example', 'opened'],
  ])
    expect(await admin.invitations(email ?? '')).toMatchObject([{ state: outcome }]);
});
