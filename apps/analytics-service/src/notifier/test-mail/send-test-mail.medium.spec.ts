import { SmtpReceiver, until } from '@secure-preview/testing';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { describeFailure, sendTestMail } from './send-test-mail.js';

/** Milliseconds after which a test gives up waiting for an outcome. */
const WAIT_MS = 100;

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

const send = () => sendTestMail(outbox.service, 'ada@example.org', WAIT_MS);

it('names both causes of a mail that waits without a reason', async () => {
  const waiting = {
    finding: 'the test mail was not sent (waiting)',
    remedy: expect.stringMatching(/^Check that the portal runs.*MAIL_PER_MINUTE\.$/),
  };
  expect(describeFailure(await send())).toEqual(waiting);
  await outbox.notifier({ SMTP_URL: receiver.url, MAIL_PER_MINUTE: '1' });
  await until(() => receiver.mails.length === 1, { what: 'the first mail' });
  expect(describeFailure(await send())).toEqual(waiting);
});

it('says that the mail server is slow while it has not answered', async () => {
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let reached = false;
  receiver.behaviour = {
    onEnd: async () => {
      reached = true;
      await released;
    },
  };
  await outbox.notifier({ SMTP_URL: receiver.url });
  const sent = sendTestMail(outbox.service, 'ada@example.org', 4000);
  await until(() => reached, { what: 'the mail' });
  expect(describeFailure(await sent)).toEqual({
    finding: 'the test mail was not sent (sending)',
    remedy: 'The mail server is slow to answer. Try again later.',
  });
  answer();
  await until(async () => (await outbox.select(`state = 'sent'`)).length === 1, { what: 'the outcome' });
});
