import { SmtpReceiver } from '@secure-preview/testing';
import { RunningOutbox } from '../testing/running-outbox.js';
import { type Connect, mailCheck, testMailCheck } from './mail-check.js';

let outbox: RunningOutbox;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
});
afterEach(() => outbox.clear());
afterAll(() => outbox?.stop());

const asNotifier: Connect = (work) => work(outbox.owner);
const asSender: Connect = (work) => work(outbox.service);
const noRecords = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }));

it('says that mail is off, and sends nothing', async () => {
  const found = await mailCheck({}, asNotifier, noRecords).run();
  expect(found).toEqual([
    { state: 'ok', finding: 'no mail is sent: MAIL_FROM is not set' },
    { state: 'ok', finding: 'mails and webhooks waiting: 0' },
  ]);
  expect(await outbox.select('true')).toEqual([]);
});

it('warns of mails that wait for long, and checks the domain of the sender', async () => {
  await outbox.enqueue({ key: 'old' });
  await outbox.owner.query(`UPDATE outbox.messages SET created_at = now() - interval '20 minutes'`);
  const [waiting, spf] = [
    await mailCheck({ MAIL_FROM: 'Portal <a@example.com>' }, asNotifier, noRecords).run(),
  ].flat();
  expect(waiting).toMatchObject({
    state: 'warning',
    finding: 'mails and webhooks waiting: 1, the oldest for 20 min',
  });
  expect(spf).toMatchObject({ state: 'warning', finding: 'example.com has no SPF record' });
});

it('warns soon of a mail that was tried in vain', async () => {
  await outbox.enqueue({ key: 'tried' });
  const waitFor = (interval: string, attempts: number) =>
    outbox.owner.query(`UPDATE outbox.messages SET created_at = now() - $1::interval, attempts = $2`, [
      interval,
      attempts,
    ]);
  const state = async () => [await mailCheck({}, asNotifier, noRecords).run()].flat()[1];
  await waitFor('2 minutes', 0);
  expect(await state()).toMatchObject({ state: 'ok' });
  await waitFor('30 seconds', 1);
  expect(await state()).toMatchObject({ state: 'ok' });
  await waitFor('2 minutes', 1);
  expect(await state()).toMatchObject({
    state: 'warning',
    // Some seconds may pass before the check.
    finding: expect.stringMatching(
      /^mails and webhooks waiting: 1, the oldest that could not be sent for 12\d s$/,
    ),
  });
});

it('sends a test mail', async () => {
  const receiver = await SmtpReceiver.start();
  await outbox.notifier({ SMTP_URL: receiver.url });
  expect(await testMailCheck('ada@example.org', asSender).run()).toMatchObject({ state: 'ok' });
  expect(receiver.recipients).toEqual(['ada@example.org']);
  await receiver.stop();
});
