import { cancelMails } from '@secure-preview/service-kit/outbox';
import { reply, SmtpReceiver, until } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { testMail } from './contents/test-mail.js';

const contents = { invitation: testMail };
const RULES = { kinds: ['invitation'], domain: 'example.com', perMinute: 600 };

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

const enqueue = (key: string) => outbox.enqueue({ key, kind: 'invitation', recipient: `${key}@example.org` });
const settings = () => ({ SMTP_URL: receiver.url });

it('sends no mail that was cancelled while it waited, and settles it with the reason', async () => {
  const [revoked, blocked, other] = [
    await enqueue('revoked'),
    await enqueue('blocked'),
    await enqueue('other'),
  ];
  await cancelMails(outbox.service, ['revoked', 'unknown'], 'REVOKED');
  await cancelMails(outbox.service, ['blocked'], 'BLOCKED');
  await cancelMails(outbox.service, ['blocked'], 'REVOKED');
  await outbox.notifier(settings(), contents);
  expect(await outbox.reaches(revoked, 'expired')).toMatchObject({ reason: 'REVOKED', attempts: 0 });
  expect(await outbox.reaches(blocked, 'expired')).toMatchObject({ reason: 'BLOCKED', attempts: 0 });
  await outbox.reaches(other, 'sent');
  expect(receiver.recipients).toEqual(['other@example.org']);
});

it('claims no cancelled mail, even before it is settled', async () => {
  await enqueue('cancelled');
  const next = await enqueue('next');
  await cancelMails(outbox.service, ['cancelled'], 'REVOKED');
  const [queue] = await outbox.queues(1);
  expect((await queue?.claim(RULES))?.id).toBe(next);
  expect(await queue?.claim(RULES)).toBeUndefined();
});

it('settles cancelled mails also without a mail server', async () => {
  const id = await enqueue('cancelled');
  await cancelMails(outbox.service, ['cancelled'], 'BLOCKED');
  await outbox.notifier({ SMTP_URL: '' }, contents);
  expect(await outbox.reaches(id, 'expired')).toMatchObject({ reason: 'BLOCKED' });
});

it('does not try a mail again that was cancelled while it was sent', async () => {
  let refuse = () => {};
  const cancelled = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let attempts = 0;
  receiver.behaviour = {
    onEnd: async () => {
      attempts += 1;
      await cancelled;
      throw reply(451, 'Try again later');
    },
  };
  await outbox.notifier(settings(), contents);
  const id = await enqueue('tried');
  await until(() => attempts === 1, { what: 'the first attempt' });
  await cancelMails(outbox.service, ['tried'], 'REVOKED');
  refuse();
  expect(await outbox.reaches(id, 'expired')).toMatchObject({ reason: 'REVOKED', detail: null, attempts: 1 });
  await outbox.passTime();
  await outbox.reaches(id, 'expired');
  expect(receiver.mails).toEqual([]);
});

it('leaves the outcome of a mail that was sent before it was cancelled', async () => {
  await outbox.notifier(settings(), contents);
  const id = await enqueue('sent');
  await outbox.reaches(id, 'sent');
  await cancelMails(outbox.service, ['sent'], 'REVOKED');
  expect(await outbox.owner.query('SELECT FROM outbox.cancellations')).toEqual([]);
});

it('lets a service cancel only its own mails', async () => {
  const id = await enqueue('own');
  const other = await new DataSource({
    type: 'postgres',
    url: outbox.database.urlOf('analytics'),
  }).initialize();
  await cancelMails(other, ['own'], 'REVOKED');
  await other.query(`INSERT INTO outbox.cancellations (idempotency_key, reason) VALUES ('own', 'REVOKED')`);
  await other.destroy();
  await outbox.notifier(settings(), contents);
  await outbox.reaches(id, 'sent');
});
