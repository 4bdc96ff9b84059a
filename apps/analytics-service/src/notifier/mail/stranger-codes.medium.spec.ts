import { type CodeAudience, codeAudiences, mailKinds } from '@secure-preview/service-kit/outbox';
import { RunningOutbox } from '../../testing/running-outbox.js';
import type { MailQueueRepository } from './mail-queue.repository.js';

const RULES = { kinds: mailKinds, domain: 'example.com', perMinute: 30 };

let outbox: RunningOutbox;
let queue: MailQueueRepository;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
});
beforeEach(async () => {
  const [created] = await outbox.queues(1);
  if (created === undefined) throw new Error('no queue');
  queue = created;
});
afterEach(() => outbox.clear());
afterAll(() => outbox?.stop());

const enqueueCode = (name: string, audience: CodeAudience, turn = 0) =>
  outbox.enqueue({ key: name, kind: 'code', recipient: name, audience, turn });
const enqueueMany = async (name: string, count: number, kind: 'code' | 'invitation') => {
  for (let n = 0; n < count; n += 1) await outbox.enqueue({ key: `${name}${n}`, kind, recipient: name });
};
/** Returns the recipients of all mails that may be sent at this moment. */
const claimAll = async () => {
  const recipients: string[] = [];
  for (let mail = await queue.claim(RULES); mail; mail = await queue.claim(RULES))
    recipients.push(mail.recipient);
  return recipients;
};
/** Makes all attempts ten seconds older, and returns what may be sent then. */
const tenSecondsLater = async () => {
  await outbox.owner.query(`UPDATE outbox.messages SET attempted_at = attempted_at - interval '10 seconds'`);
  return claimAll();
};
const count = (recipients: readonly string[], name: string) =>
  recipients.filter((recipient) => recipient === name).length;

it('sends codes for invited people first, then for invited domains, then for strangers', async () => {
  for (const audience of [...codeAudiences].reverse()) {
    await enqueueCode(`${audience} later`.replace(' ', '-'), audience, 5000);
    await enqueueCode(audience, audience);
  }
  expect(await claimAll()).toEqual([
    'invited',
    'invited-later',
    'invitedDomain',
    'invitedDomain-later',
    'uninvited',
    'uninvited-later',
  ]);
});

it('sends a code for an invited person at once, although strangers requested many', async () => {
  await enqueueMany('stranger', 150, 'code');
  expect(await claimAll()).toHaveLength(20);
  await enqueueCode('guest', 'invited');
  expect(await claimAll()).toEqual(['guest']);
  for (let n = 0; n < 5; n += 1) expect(await tenSecondsLater()).toEqual([]);
  expect(await tenSecondsLater()).toHaveLength(20);
});

it('counts addresses of an invited domain as strangers', async () => {
  for (let n = 0; n < 40; n += 1) await enqueueCode(`made-up${n}`, 'invitedDomain');
  expect(await claimAll()).toHaveLength(20);
  await outbox.enqueue({ key: 'alert', kind: 'alert', recipient: 'alert' });
  expect(await tenSecondsLater()).toEqual(['alert']);
});

it('sends an alert and an invitation within ten seconds, although strangers requested many codes', async () => {
  await enqueueMany('stranger', 150, 'code');
  await claimAll();
  await outbox.enqueue({ key: 'alert', kind: 'alert', recipient: 'alert' });
  await outbox.enqueue({ key: 'invitation', kind: 'invitation', recipient: 'invitation' });
  expect(await claimAll()).toEqual([]);
  expect(await tenSecondsLater()).toEqual(['alert', 'invitation']);
});

it('shares the minute between strangers and invitations, and delays an invited person by ten seconds', async () => {
  await enqueueMany('invitation', 90, 'invitation');
  await enqueueMany('stranger', 150, 'code');
  const sent = await claimAll();
  for (let n = 1; n < 18; n += 1) {
    await enqueueCode(`guest${n}`, 'invited');
    const now = await tenSecondsLater();
    expect(now).toContain(`guest${n}`);
    expect(count(now, 'invitation')).toBeGreaterThan(0);
    sent.push(...now);
  }
  expect(count(sent, 'stranger')).toBeLessThanOrEqual(3 * 20);
  expect(count(sent, 'stranger')).toBeGreaterThan(2 * 20);
  expect(sent.length).toBeLessThanOrEqual(3 * 30);
});
