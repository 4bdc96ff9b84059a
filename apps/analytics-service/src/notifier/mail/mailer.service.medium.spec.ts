import { mailKinds } from '@secure-preview/service-kit/outbox';
import { reply, SmtpReceiver, until } from '@secure-preview/testing';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { testMail } from './contents/test-mail.js';

const all = Object.fromEntries(mailKinds.map((kind) => [kind, testMail]));

let outbox: RunningOutbox;
let receiver: SmtpReceiver;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
});
beforeEach(async () => {
  receiver = await SmtpReceiver.start();
});
afterEach(async () => {
  await outbox.clear();
  await receiver.stop();
});
afterAll(() => outbox?.stop());

const settings = () => ({ SMTP_URL: receiver.url });

it('sends a mail once, and shows the outcome to the service that stored it', async () => {
  await outbox.notifier(settings());
  const id = await outbox.enqueue({ key: 'once' });
  await outbox.enqueue({ key: 'once', recipient: 'other@example.org' });
  const { message_id } = await outbox.reaches(id, 'sent');
  expect(receiver.recipients).toEqual(['ada@example.org']);
  expect(receiver.mails[0]?.text).toContain(`Message-ID: ${message_id}`);
  expect(message_id).toBe(`<${id}@example.com>`);
});

it('sends codes first, then alerts, then tests, then invitations', async () => {
  for (const kind of [...mailKinds].reverse())
    await outbox.enqueue({ key: kind, kind, recipient: `${kind}@example.org` });
  const order: string[] = [];
  const [queue] = await outbox.queues(1);
  const rules = { kinds: mailKinds, domain: 'example.com', perMinute: 60 };
  for (const _ of mailKinds) order.push((await queue?.claim(rules))?.kind ?? '');
  expect(order).toEqual(['code', 'alert', 'test', 'invitation']);
  expect(await queue?.claim(rules)).toBeUndefined();
});

it('sends the first code of a network before the many codes of another, and alerts after both', async () => {
  await outbox.enqueue({ key: 'alert', kind: 'alert', recipient: 'alert' });
  for (let turn = 0; turn < 5; turn += 1)
    await outbox.enqueue({ key: `many${turn}`, kind: 'code', recipient: `many${turn}`, turn });
  for (const turn of [0, 1, 200_000])
    await outbox.enqueue({ key: `few${turn}`, kind: 'code', recipient: `few${turn}`, turn });
  const [queue] = await outbox.queues(1);
  const rules = { kinds: mailKinds, domain: 'example.com', perMinute: 600 };
  const order: string[] = [];
  for (let mail = await queue?.claim(rules); mail; mail = await queue?.claim(rules))
    order.push(mail.recipient);
  expect(order).toEqual(['many0', 'few0', 'many1', 'few1', 'many2', 'many3', 'many4', 'few200000', 'alert']);
});

it('enforces the per-minute limit across notifiers, and reserves capacity for codes', async () => {
  for (let n = 0; n < 20; n += 1) await outbox.enqueue({ key: `i${n}`, kind: 'invitation' });
  const queues = await outbox.queues(2);
  const rules = { kinds: mailKinds, domain: 'example.com', perMinute: 12 };
  const claimAll = async () => {
    const found = await Promise.all([...queues, ...queues, ...queues].map((queue) => queue.claim(rules)));
    return found.filter((mail) => mail !== undefined).map(({ kind }) => kind);
  };
  // Just above a sixth of a minute: after five of them, nine more seconds may really have passed.
  const passTenSeconds = () =>
    outbox.owner.query(`UPDATE outbox.messages SET attempted_at = attempted_at - interval '10.1 seconds'`);
  expect(await claimAll()).toEqual(['invitation', 'invitation']);
  expect(await claimAll()).toEqual([]);
  await outbox.enqueue({ key: 'code', kind: 'code', audience: 'invited' });
  expect(await claimAll()).toEqual(['code']);
  for (let n = 0; n < 4; n += 1) {
    await passTenSeconds();
    expect(await claimAll()).toEqual(['invitation', 'invitation']);
  }
  await passTenSeconds();
  // The twelfth mail of the last minute.
  expect(await claimAll()).toHaveLength(1);
  await passTenSeconds();
  expect(await claimAll()).toHaveLength(2);
});

it('says why mails wait without a mail server, and sends them once it is configured', async () => {
  await outbox.notifier({ SMTP_URL: '' });
  const id = await outbox.enqueue({ key: 'unsent' });
  await outbox.reason(id, 'MAIL_NOT_CONFIGURED');
  await outbox.notifier(settings());
  expect(await outbox.reaches(id, 'sent')).toMatchObject({ reason: null });
});

it('shows no missing setting once mails wait only for the limit of a minute', async () => {
  const without = await outbox.notifier({ SMTP_URL: '', OUTBOX_SECRET: '' }, all);
  const kinds = Array.from({ length: 20 }, (_, n) => (n < 10 ? 'invitation' : 'test'));
  const ids: string[] = [];
  for (const [n, kind] of kinds.entries()) ids.push(await outbox.enqueue({ key: `waiting ${n}`, kind }));
  for (const id of ids) await outbox.reason(id, 'MAIL_NOT_CONFIGURED');
  await without.close();
  const waiting = async () => {
    const mails = await outbox.select(`state = 'waiting'`);
    return [...new Set(mails.map(({ reason }) => reason))].toSorted();
  };
  const shows = (reasons: (string | null)[]) =>
    until(async () => JSON.stringify(await waiting()) === JSON.stringify(reasons), {
      deadlineMs: 30_000,
      what: () => `${reasons} of the waiting mails`,
    });
  const limited = { ...settings(), MAIL_PER_MINUTE: '6' };
  const withoutSecret = await outbox.notifier({ ...limited, OUTBOX_SECRET: '' }, all);
  await shows(['OUTBOX_SECRET_MISSING', null]);
  await withoutSecret.close();
  const withoutOrigin = await outbox.notifier({ ...limited, PUBLIC_ORIGIN: '' }, all);
  await shows(['PORTAL_URL_UNKNOWN', null]);
  await withoutOrigin.close();
  await outbox.notifier(limited, all);
  await shows([null]);
});

it.each([
  ['code', { OUTBOX_SECRET: '' }, 'OUTBOX_SECRET_MISSING'],
  ['invitation', { OUTBOX_SECRET: '' }, 'OUTBOX_SECRET_MISSING'],
  ['invitation', { PUBLIC_ORIGIN: '' }, 'PORTAL_URL_UNKNOWN'],
] as const)(
  'keeps a mail of the kind %s with %j, sends others, and sends it later',
  async (kind, unset, reason) => {
    await outbox.notifier({ ...settings(), ...unset }, all);
    const id = await outbox.enqueue({ key: 'kept', kind });
    await outbox.reason(id, reason);
    await outbox.reaches(await outbox.enqueue({ key: 'test' }), 'sent');
    expect(await outbox.select('id = $1', [id])).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await outbox.notifier(settings(), all);
    expect(await outbox.reaches(id, 'sent')).toMatchObject({ reason: null });
  },
);

it('gives up a mail that has expired', async () => {
  const id = await outbox.enqueue({ key: 'late', validSeconds: -1 });
  await outbox.notifier(settings());
  expect(await outbox.reaches(id, 'expired')).toMatchObject({ attempts: 0 });
  expect(receiver.mails).toEqual([]);
});

it('leaves a mail of an unknown kind to a newer version', async () => {
  await outbox.notifier(settings(), { test: testMail });
  const unknown = await outbox.enqueue({ key: 'code', kind: 'code' });
  await outbox.reaches(await outbox.enqueue({ key: 'test' }), 'sent');
  expect(await outbox.select('id = $1', [unknown])).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

it('refuses a mail with an invalid payload, and continues', async () => {
  await outbox.notifier(settings());
  const invalid = await outbox.enqueue({ key: 'invalid', kind: 'alert', payload: { subject: 1 } });
  expect(await outbox.reaches(invalid, 'refused')).toMatchObject({ reason: 'INVALID_MAIL' });
  await outbox.reaches(await outbox.enqueue({ key: 'next' }), 'sent');
});

it('stores the answer of a server that refuses an address', async () => {
  receiver.behaviour = { onRecipient: () => Promise.reject(reply(550, 'No such mailbox')) };
  await outbox.notifier(settings());
  const id = await outbox.enqueue({ key: 'refused' });
  expect(await outbox.reaches(id, 'refused')).toMatchObject({
    reason: 'REFUSED',
    detail: '550 No such mailbox',
    attempts: 1,
  });
});

it('tries again after a temporary error, under the same Message-ID', async () => {
  let attempts = 0;
  const ids: string[] = [];
  receiver.behaviour = {
    onEnd: ({ text }) => {
      ids.push(/^Message-ID: (.*)$/m.exec(text)?.[1] ?? '');
      attempts += 1;
      if (attempts === 1) throw reply(451, 'Try again later');
    },
  };
  await outbox.notifier(settings());
  const id = await outbox.enqueue({ key: 'again' });
  await outbox.reason(id, 'DEFERRED');
  await outbox.passTime();
  expect(await outbox.reaches(id, 'sent')).toMatchObject({ attempts: 2, detail: null });
  expect(ids).toEqual([ids[0], ids[0]]);
});

it('does not repeat an invitation whose answer was lost, and repeats an alert', async () => {
  receiver.behaviour = { onEnd: (_mail, connection) => connection.breakOff() };
  await outbox.notifier(settings(), { ...all, alert: testMail });
  const invitation = await outbox.enqueue({ key: 'invitation', kind: 'invitation' });
  const alerted = await outbox.enqueue({ key: 'alert', kind: 'alert' });
  expect(await outbox.reaches(invitation, 'uncertain')).toMatchObject({ reason: 'ANSWER_LOST' });
  await outbox.reason(alerted, 'ANSWER_LOST');
  receiver.behaviour = {};
  await outbox.passTime();
  await outbox.reaches(alerted, 'sent');
  expect(await outbox.reaches(invitation, 'uncertain')).toMatchObject({ attempts: 1 });
});

it('sends a code while the server is slow with other mails', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let slow = 0;
  receiver.behaviour = {
    onEnd: async ({ to: [address = ''] }) => {
      if (!address.startsWith('slow')) return;
      slow += 1;
      await released;
    },
  };
  await outbox.notifier(settings(), all);
  const invitations = await Promise.all(
    [1, 2].map((n) =>
      outbox.enqueue({ key: `slow${n}`, kind: 'invitation', recipient: `slow${n}@example.org` }),
    ),
  );
  await until(() => slow === 2, { what: 'both slow mails' });
  await outbox.reaches(await outbox.enqueue({ key: 'code', kind: 'code' }), 'sent');
  expect(receiver.recipients).toEqual(['ada@example.org']);
  release();
  for (const id of invitations) await outbox.reaches(id, 'sent');
});

it('sends 1000 mails once each, by two notifiers, while the server fails now and then', async () => {
  const recipients = Array.from({ length: 1000 }, (_, n) => `person${n}@example.org`);
  await outbox.service.query(
    `INSERT INTO outbox.messages (idempotency_key, kind, priority, recipient, language, payload, expires_at)
     SELECT address, 'invitation', 3, address, 'en', '{}', now() + interval '1 hour' FROM unnest($1::text[]) address`,
    [recipients],
  );
  let count = 0;
  receiver.behaviour = {
    onRecipient: () => {
      count += 1;
      if (count % 100 === 0) throw reply(421, 'Busy');
    },
  };
  await Promise.all([outbox.notifier(settings(), all), outbox.notifier(settings(), all)]);
  const counted = async () => {
    await outbox.passRetries();
    return receiver.mails.length >= recipients.length;
  };
  await until(counted, {
    deadlineMs: 90_000,
    everyMs: 200,
    what: () => `1000, not ${receiver.mails.length}`,
  });
  expect([...receiver.recipients].sort()).toEqual([...recipients].sort());
  await until(async () => (await outbox.select(`state <> 'sent'`)).length === 0, {
    what: 'the last outcomes',
  });
}, 120_000);

it('continues after Postgres was restarted, and stores the outcome of a mail in progress', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached = () => {};
  const inProgress = new Promise<void>((resolve) => {
    reached = resolve;
  });
  receiver.behaviour = {
    onEnd: async () => {
      reached();
      await held;
    },
  };
  await outbox.notifier(settings());
  const first = await outbox.enqueue({ key: 'before' });
  await inProgress;
  await outbox.postgres.kill9();
  receiver.behaviour = {};
  release();
  await outbox.postgres.restart();
  await until(() => outbox.select('true'), { deadlineMs: 30_000, what: 'the database' });
  await outbox.reaches(first, 'sent');
  await outbox.reaches(await until(() => outbox.enqueue({ key: 'after' }), { deadlineMs: 20_000 }), 'sent');
  expect(receiver.mails).toHaveLength(2);
});
