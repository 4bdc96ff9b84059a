import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alertKinds, flagKinds } from '@secure-preview/contracts';
import { deriveSecret } from '@secure-preview/service-kit/outbox';
import { SmtpReceiver, testCertificate, until, WebhookReceiver } from '@secure-preview/testing';
import { Webhook } from 'standardwebhooks';
import { alertStates, applyAlertSettings, storeAlert } from '../../testing/alert-outbox.js';
import { type ReadMail, readMail } from '../../testing/read-mail.js';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { AT_ONCE_PER_HOUR } from './alert-class.js';

const OUTBOX_SECRET = 'a secret of the portal, long enough';
const endpointId = '7d0f9c52-41d5-44d1-8f36-5a1f5b9f7c11';
const byMail = (when: string) => ({ when, mail: true, webhook: false });

let outbox: RunningOutbox;
let receiver: SmtpReceiver;
let hooks: WebhookReceiver;
let dir: string;
let ca: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'alerts-'));
  ca = join(dir, 'ca.pem');
  writeFileSync(ca, testCertificate.cert);
  outbox = await RunningOutbox.start();
});
beforeEach(async () => {
  [receiver, hooks] = await Promise.all([SmtpReceiver.start(), WebhookReceiver.start()]);
});
afterEach(async () => {
  await outbox.clear();
  await Promise.all([receiver.stop(), hooks.stop()]);
});
afterAll(async () => {
  await outbox?.stop();
  rmSync(dir, { recursive: true });
});

const start = () => outbox.notifier({ SMTP_URL: receiver.url });
const startWithWebhooks = () =>
  outbox.process({
    SMTP_URL: receiver.url,
    OUTBOX_SECRET,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: ca,
  });
const webhook = (names: boolean) => ({ url: hooks.localUrl, names, endpointId, endpointGeneration: 1 });
const flag = (key: string, flagKind: string, isProved: boolean) => ({
  key,
  kind: 'flagged' as const,
  ids: { flagId: key, flagKind },
  details: isProved
    ? { name: 'Ada Lovelace', email: 'ada@example.org', isProved }
    : { name: 'Ben', email: 'ben@example.org', isProved },
});
const states = (expected: Record<string, string>) => {
  let last: Record<string, string> = {};
  return until(
    async () => {
      last = await alertStates(outbox);
      return JSON.stringify(last) === JSON.stringify(expected);
    },
    { deadlineMs: 30_000, what: () => `${JSON.stringify(expected)}, not ${JSON.stringify(last)}` },
  );
};
async function mails(count: number): Promise<ReadMail[]> {
  const what = `${count} mails`;
  await until(() => receiver.mails.length === count, { deadlineMs: 30_000, what });
  return receiver.mails.map(({ text }) => readMail(text));
}

it('sends an alert of a kind that is on at once, and settles the others without a mail', async () => {
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('atOnce') } });
  await storeAlert(outbox, { key: 'played', kind: 'firstPlay' }, 2);
  await storeAlert(outbox, { key: 'finished', kind: 'finished' }, 1);
  await start();
  await states({ played: 'sent', finished: 'off' });
  const [mail] = await mails(1);
  expect(receiver.recipients).toEqual(['desk@halcyon.example']);
  expect(mail?.subject).toBe('Ada Lovelace plays the preview');
  expect(mail?.text).toContain('Ada Lovelace (ada@example.org) plays the preview for the first time.');
  expect(mail?.text).toContain('https://preview.example.com/upload/audience');
  expect(mail?.html).toContain('<bdi>Ada Lovelace</bdi>');
});

it('keeps alerts until the settings are known, and uses the newest ones', async () => {
  await storeAlert(outbox, { key: 'played', kind: 'firstPlay' }, 1);
  await start();
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('atOnce') }, recipient: null });
  await states({ played: 'unaddressed' });
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('atOnce') }, language: 'de' });
  await storeAlert(outbox, {
    key: 'again',
    kind: 'firstPlay',
    details: { name: 'Bo', email: 'bo@example.org' },
  });
  await states({ played: 'unaddressed', again: 'sent' });
  const [mail] = await mails(1);
  expect(mail?.text).toContain('Bo (bo@example.org) spielt die Vorschau zum ersten Mal ab.');
});

it('sends at most one alert of a kind and person in 24 hours', async () => {
  await applyAlertSettings(outbox, { rules: { finished: byMail('atOnce'), firstPlay: byMail('atOnce') } });
  const of = (key: string, minutesAgo: number, kind: 'finished' | 'firstPlay' = 'finished') =>
    storeAlert(outbox, { key, kind, personKey: 'ada' }, minutesAgo);
  await of('yesterday', 24 * 60 + 30);
  await start();
  await states({ yesterday: 'sent' });
  await of('same day', 24 * 60);
  await of('other kind', 23 * 60, 'firstPlay');
  await of('today', 20);
  await of('today again', 10);
  await states({
    yesterday: 'sent',
    'same day': 'repeated',
    'other kind': 'sent',
    today: 'sent',
    'today again': 'repeated',
  });
  await mails(3);
});

it('collects a kind of which too many were sent within an hour', async () => {
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('atOnce') } });
  const count = AT_ONCE_PER_HOUR + 2;
  for (let number = 0; number < count; number += 1)
    await storeAlert(outbox, { key: `played ${number}`, kind: 'firstPlay' }, 0);
  await start();
  await mails(AT_ONCE_PER_HOUR);
  const collected = Object.values(await alertStates(outbox)).filter((state) => state === 'waiting');
  expect(collected).toHaveLength(2);
  await outbox.owner.query(
    `UPDATE outbox.alerts SET created_at = created_at - interval '15 minutes' WHERE state = 'waiting'`,
  );
  const digest = (await mails(AT_ONCE_PER_HOUR + 1)).at(-1);
  expect(digest?.subject).toBe('2 alerts of Halcyon');
});

it('sends a flag of a proved person at once, also after a flood of flags of invented people', async () => {
  await applyAlertSettings(outbox, {
    rules: { flagged: byMail('atOnce'), uploadPassword: byMail('atOnce') },
  });
  for (let number = 0; number < 71; number += 1)
    await storeAlert(outbox, flag(`invented ${number}`, number % 2 ? 'copying' : 'noPlayer', false), 10);
  await start();
  await mails(AT_ONCE_PER_HOUR);
  await storeAlert(outbox, flag('proved', 'copying', true));
  const changed = { cause: 'changed' };
  await storeAlert(outbox, {
    key: 'password',
    kind: 'uploadPassword',
    personKey: null,
    ids: changed,
    details: changed,
  });
  await mails(AT_ONCE_PER_HOUR + 2);
  const { proved, password, ...invented } = await alertStates(outbox);
  expect([proved, password]).toEqual(['sent', 'sent']);
  const collected = Object.values(invented).filter((state) => state === 'waiting');
  expect(collected).toHaveLength(71 - AT_ONCE_PER_HOUR);
});

it('lists what matters first in a digest, beside a share of a flood, and counts the rest by kind', async () => {
  const rules = {
    firstPlay: byMail('digestDaily'),
    flagged: byMail('digestDaily'),
    uploadPassword: byMail('digestDaily'),
    storageLow: byMail('digestDaily'),
  };
  await applyAlertSettings(outbox, { rules });
  const invented = { name: 'Ben', email: 'ben@example.org', isProved: false };
  for (let number = 0; number < 60; number += 1)
    await storeAlert(outbox, { key: `played ${number}`, kind: 'firstPlay', details: invented }, 26 * 60);
  for (let number = 0; number < 60; number += 1)
    await storeAlert(outbox, flag(`invented ${number}`, 'noPlayer', false), 25 * 60);
  await storeAlert(outbox, flag('proved', 'copying', true), 24 * 60 + 3);
  const percent = { ids: { percent: 93 }, details: { percent: 93 } };
  await storeAlert(outbox, { key: 'disk', kind: 'storageLow', ...percent }, 24 * 60 + 2);
  const tried = { cause: 'tried', tries: 5, address: '203.0.113.9' };
  await storeAlert(outbox, { key: 'password', kind: 'uploadPassword', details: tried }, 24 * 60 + 1);
  await start();
  const [mail] = await mails(1);
  const text = mail?.text.replace(/\s+/g, ' ') ?? '';
  const order = ['upload password was entered', 'The disk', 'Ada Lovelace', 'Ben (ben@example.org'];
  const positions = order.map((part) => text.indexOf(part));
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(positions).not.toContain(-1);
  expect(text.match(/Ben \(ben@example\.org, claimed\) plays/g)).toHaveLength(10);
  expect(text.match(/Ben \(ben@example\.org, claimed\) is flagged/g)).toHaveLength(37);
  expect(text).toContain('And 73 more: 50 first plays, 23 flags.');
});

it('knows the importance and quota of every alert that services store', async () => {
  await applyAlertSettings(outbox, {
    rules: Object.fromEntries(alertKinds.map((kind) => [kind, byMail('digestDaily')])),
  });
  const expected: Record<string, string> = {};
  for (const [index, kind] of [...alertKinds, ...flagKinds].entries()) {
    for (const isProved of [true, false]) {
      const key = `${kind} ${isProved}`;
      const alert = alertKinds.find((known) => known === kind);
      const details = { name: 'Ada', email: 'ada@example.org', isProved };
      const stored = alert ? { kind: alert, details } : { ...flag(key, kind, isProved) };
      await storeAlert(outbox, { ...stored, key }, 26 * 60 - index);
      expected[key] = 'digested';
    }
  }
  await start();
  await until(async () => !Object.values(await alertStates(outbox)).includes('waiting'), {
    deadlineMs: 30_000,
    what: 'no waiting alert',
  });
  expect(await alertStates(outbox)).toEqual(expected);
});

it('sends a flag of another kind of the same person within 24 hours', async () => {
  await applyAlertSettings(outbox, { rules: { flagged: byMail('atOnce') } });
  const of = (key: string, flagKind: string) =>
    storeAlert(outbox, { ...flag(key, flagKind, true), personKey: 'ada' });
  await of('harmless', 'twoNetworks');
  await start();
  await states({ harmless: 'sent' });
  await of('harmless again', 'twoNetworks');
  await of('copying', 'copying');
  await of('of a newer version', 'newKind');
  await states({
    harmless: 'sent',
    'harmless again': 'repeated',
    copying: 'sent',
    'of a newer version': 'sent',
  });
  await mails(3);
});

it('collects alerts in one mail, 15 minutes after the first one', async () => {
  const rules = { firstPlay: byMail('digest15'), trailerReady: byMail('digest15') };
  await applyAlertSettings(outbox, { rules });
  await storeAlert(outbox, { key: 'played', kind: 'firstPlay' }, 14);
  await storeAlert(
    outbox,
    { key: 'ready', kind: 'trailerReady', personKey: null, details: { title: 'Orbit' } },
    1,
  );
  await start();
  await storeAlert(outbox, { key: 'off', kind: 'finished' }, 1);
  await states({ played: 'waiting', ready: 'waiting', off: 'off' });
  expect(receiver.mails).toEqual([]);
  await outbox.owner.query(
    `UPDATE outbox.alerts SET created_at = created_at - interval '1 minute' WHERE state = 'waiting'`,
  );
  await states({ played: 'digested', ready: 'digested', off: 'off' });
  const [mail] = await mails(1);
  expect(mail?.subject).toBe('2 alerts of Halcyon');
  expect(mail?.text).toMatch(
    /\d\d:\d\d .*: Ada Lovelace \(ada@example\.org\) plays the preview for the first/,
  );
  expect(mail?.text).toContain('The trailer Orbit can be watched.');
  expect(mail?.html).toContain('The trailer <bdi>Orbit</bdi> can be watched.');
  // A digest counts as the alert of its people within 24 hours.
  await storeAlert(outbox, { key: 'again', kind: 'firstPlay', personKey: 'played' }, 20);
  await states({ again: 'repeated', played: 'digested', ready: 'digested', off: 'off' });
  expect(receiver.mails).toHaveLength(1);
});

it('sends a digest of a day that has passed, in German, and counts what it does not list', async () => {
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('digestDaily') }, language: 'de' });
  for (let number = 0; number < 53; number += 1)
    await storeAlert(outbox, { key: `played ${number}`, kind: 'firstPlay' }, 25 * 60);
  await start();
  const [mail] = await mails(1);
  expect(mail?.subject).toBe('53 Hinweise von Halcyon');
  expect(mail?.text.match(/zum ersten Mal ab/g)).toHaveLength(50);
  expect(mail?.text).toContain('Und 3 weitere: 3 erste Wiedergaben.');
  const settled = Object.values(await alertStates(outbox));
  expect(new Set(settled)).toEqual(new Set(['digested']));
});

it('sends a daily digest after 08:00 in the time zone of the portal', async () => {
  // There it is between 08:00 and 09:00 now. Hours from UTC: -11 to 12; the sign of the name is the opposite (POSIX).
  const hours = ((8 - new Date().getUTCHours() + 35) % 24) - 11;
  const timeZone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('digestDaily') }, timeZone });
  await storeAlert(outbox, { key: 'played', kind: 'firstPlay' }, 65);
  await start();
  await states({ played: 'digested' });
  await mails(1);
});

it('sends webhooks with ids only, unless names are switched on', async () => {
  const verifier = new Webhook(deriveSecret(OUTBOX_SECRET, 'webhook', endpointId, 1).toString('base64'));
  const received = async (count: number) => {
    const what = `${count} webhooks`;
    await until(() => hooks.received.length === count, { deadlineMs: 30_000, what });
    return hooks.received.map(({ headers, body }) =>
      verifier.verify(body, headers as Record<string, string>),
    );
  };
  const rules = {
    finished: { when: 'digest15', mail: false, webhook: true },
    firstPlay: { when: 'atOnce', mail: false, webhook: true },
  };
  await applyAlertSettings(outbox, { rules, webhook: webhook(false) });
  for (const key of ['one', 'two']) await storeAlert(outbox, { key, kind: 'finished' }, 20);
  startWithWebhooks();
  const [digest] = await received(1);
  expect(digest).toMatchObject({ type: 'alerts.digest', data: { total: 2 } });
  const entry = (personId: string) => ({ type: 'person.finished', at: expect.any(String), personId });
  expect((digest as { data: { alerts: unknown } }).data.alerts).toEqual([entry('one'), entry('two')]);
  await storeAlert(outbox, { key: 'three', kind: 'firstPlay' });
  const [, single] = await received(2);
  expect(single).toMatchObject({ type: 'person.played', data: { personId: 'three' } });
  expect(JSON.stringify(single)).not.toContain('Ada');
  await applyAlertSettings(outbox, { rules, webhook: webhook(true) });
  await storeAlert(outbox, { key: 'four', kind: 'firstPlay' });
  const [, , named] = await received(3);
  expect(named).toMatchObject({ data: { personId: 'four', name: 'Ada Lovelace', email: 'ada@example.org' } });
  expect(receiver.mails).toEqual([]);
});

it('lists what matters first in the webhook of a digest, and counts the rest by type', async () => {
  const rule = { when: 'digest15', mail: false, webhook: true };
  await applyAlertSettings(outbox, {
    rules: { firstPlay: rule, flagged: rule },
    webhook: webhook(false),
  });
  for (let number = 0; number < 52; number += 1)
    await storeAlert(outbox, { key: `played ${number}`, kind: 'firstPlay' }, 20);
  await storeAlert(outbox, flag('flag', 'copying', true), 17);
  startWithWebhooks();
  await until(() => hooks.received.length === 1, { deadlineMs: 30_000, what: 'a webhook' });
  const { type, data } = JSON.parse(String(hooks.received[0]?.body));
  expect(type).toBe('alerts.digest');
  expect(data.alerts).toHaveLength(50);
  expect(data.alerts[0]).toMatchObject({ type: 'person.flagged', flagId: 'flag', flagKind: 'copying' });
  expect(data).toMatchObject({ total: 53, omitted: { 'person.played': 3 } });
});

it('gives up alerts that waited for days, such as after a restore', async () => {
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('atOnce') } });
  await storeAlert(outbox, { key: 'old', kind: 'firstPlay' }, 3 * 24 * 60 + 1);
  await start();
  await states({ old: 'expired' });
});

it('sends a digest once when a notifier is killed while it stores it', async () => {
  await applyAlertSettings(outbox, { rules: { firstPlay: byMail('digest15') } });
  for (const key of ['one', 'two']) await storeAlert(outbox, { key, kind: 'firstPlay' }, 20);
  const runner = outbox.owner.createQueryRunner();
  await runner.startTransaction();
  // The notifier has inserted the mail when it waits for these rows, but has committed nothing.
  await runner.query('SELECT FROM outbox.alerts FOR UPDATE');
  try {
    const first = outbox.process({ SMTP_URL: receiver.url });
    const waits = `SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted`;
    await until(async () => (await outbox.owner.query(waits)).length > 0, {
      deadlineMs: 30_000,
      what: 'a notifier that stores the digest',
    });
    await first.end('SIGKILL');
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
  await Promise.all([start(), start()]);
  await states({ one: 'digested', two: 'digested' });
  const [mail] = await mails(1);
  expect(mail?.subject).toBe('2 alerts of Halcyon');
  const [stored] = await outbox.select(`kind = 'alert'`);
  expect(receiver.mails[0]?.text).toContain(`Message-ID: ${stored?.message_id}`);
});
