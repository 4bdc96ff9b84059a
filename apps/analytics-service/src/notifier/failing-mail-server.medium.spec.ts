import { randomUUID } from 'node:crypto';
import { reply, SmtpReceiver, until } from '@secure-preview/testing';
import { RunningOutbox } from '../testing/running-outbox.js';

const MAILS = 250;
/** Mails that the server has accepted when the notifier is killed, and when the server fails. */
const BEFORE_KILL = 50;
const BEFORE_FAILURE = 100;
/** Complete mails whose connection the server closes, and recipients that it refuses for now. */
const CLOSED = 10;
const REFUSED = 20;

let outbox: RunningOutbox;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
});
afterAll(() => outbox?.stop());

async function enqueueInvitations(): Promise<string[]> {
  const recipients = Array.from({ length: MAILS }, (_, n) => `person${n}@example.org`);
  const payload = {
    invitationId: randomUUID(),
    generation: 1,
    name: null,
    message: '',
    senderLine: null,
    companyName: 'Kino',
    startsAt: null,
    endsAt: null,
  };
  await outbox.service.query(
    `INSERT INTO outbox.messages (idempotency_key, kind, priority, recipient, language, payload, expires_at)
     SELECT address, 'invitation', 2, address, 'en', $2, now() + interval '1 hour' FROM unnest($1::text[]) address`,
    [recipients, payload],
  );
  return recipients;
}

const countOf = async (condition: string) => (await outbox.select(condition)).length;

it(`sends ${MAILS} invitations at most once, although the notifier is killed, and the server fails after ${BEFORE_FAILURE} and returns`, async () => {
  const recipients = await enqueueInvitations();
  const server = await SmtpReceiver.start();
  const { url, port } = server;

  // The server accepts a mail, but the notifier is killed before the answer.
  let reached = () => {};
  const isHeld = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.behaviour = {
    onEnd: () => {
      if (server.mails.length < BEFORE_KILL) return;
      reached();
      return released;
    },
  };
  const killed = outbox.process({ SMTP_URL: url });
  await isHeld;
  await killed.end('SIGKILL');
  release();
  await until(() => server.mails.length > BEFORE_KILL, { what: 'the held mail to be accepted' });
  // Postgres may still commit a claim of the killed notifier.
  const notifier = new URL(outbox.database.urlOf('notifier')).username;
  const connections = () => outbox.owner.query('SELECT FROM pg_stat_activity WHERE usename = $1', [notifier]);
  await until(async () => (await connections()).length === 0, {
    what: 'Postgres to close the connections of the notifier',
  });
  await outbox.passTime();

  // Then the server closes connections, refuses recipients for now, and refuses connections.
  let closed = 0;
  let refused = 0;
  let failed = () => {};
  const hasFailed = new Promise<void>((resolve) => {
    failed = resolve;
  });
  server.behaviour = {
    onEnd: (_mail, connection) => {
      if (server.mails.length < BEFORE_FAILURE || closed >= CLOSED) return;
      closed += 1;
      connection.breakOff();
      // The server accepts every other mail without an answer.
      if (closed % 2 === 0) throw reply(451, 'Failed');
    },
    onRecipient: () => {
      if (closed < CLOSED) return;
      refused += 1;
      if (refused === REFUSED) failed();
      throw reply(421, 'Closing');
    },
  };
  outbox.process({ SMTP_URL: url });
  await hasFailed;
  await server.stop();
  await until(() => countOf(`reason = 'SERVER_UNAVAILABLE'`), { what: 'refused connections' });
  expect(server.mails.length).toBeGreaterThanOrEqual(BEFORE_FAILURE);
  expect(await countOf(`state = 'waiting' AND reason = 'CONNECTION_LOST'`)).toBeGreaterThan(0);

  const recovered = await SmtpReceiver.start({}, port);
  try {
    const isDone = async () => {
      await outbox.passRetries();
      return (await countOf(`state IN ('waiting', 'sending')`)) === 0;
    };
    await until(isDone, { deadlineMs: 60_000, everyMs: 100, what: 'all outcomes' });
    const received = [...server.recipients, ...recovered.recipients];
    const uncertain: { recipient: string }[] = await outbox.owner.query(
      `SELECT recipient FROM outbox.messages WHERE state = 'uncertain'`,
    );
    const isUncertain = new Set(uncertain.map(({ recipient }) => recipient));
    const times = (recipient: string) => received.filter((other) => other === recipient).length;
    expect(recipients.filter((recipient) => times(recipient) > 1)).toEqual([]);
    expect(recipients.filter((recipient) => times(recipient) === 0 && !isUncertain.has(recipient))).toEqual(
      [],
    );
    expect(await countOf(`state = 'sent'`)).toBe(MAILS - isUncertain.size);
    // Those that were closed, and at most the three mails in progress when the notifier was killed.
    expect(isUncertain.size).toBeGreaterThan(CLOSED);
    expect(isUncertain.size).toBeLessThanOrEqual(CLOSED + 3);
    expect([...isUncertain].filter((recipient) => times(recipient) === 1).length).toBeGreaterThan(CLOSED / 2);
  } finally {
    await recovered.stop();
  }
}, 90_000);
