import { cancelMails } from '@secure-preview/service-kit/outbox';
import { reply, SmtpReceiver } from '@secure-preview/testing';
import { runCommand } from '../testing/run-command.js';
import { RunningOutbox } from '../testing/running-outbox.js';

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

async function portal(...args: string[]) {
  const { database } = outbox;
  const { code, stdout, stderr } = await runCommand(args, {
    DATABASE_URL: database.urlOf('analytics'),
    NOTIFIER_DATABASE_URL: database.urlOf('notifier'),
  });
  return { code, stdout: stdout.toString(), stderr };
}

it('sends a test mail through the notifier', async () => {
  await outbox.notifier({ SMTP_URL: receiver.url });
  expect(await portal('send-test-mail', 'ada@example.org')).toEqual({
    code: 0,
    stdout: 'The mail server accepted the test mail for ada@example.org. Check that it arrives.\n',
    stderr: '',
  });
  expect(receiver.recipients).toEqual(['ada@example.org']);
});

it('says why a test mail was not sent, and lists it', async () => {
  await outbox.notifier({ SMTP_URL: '' });
  const { code, stderr } = await portal('send-test-mail', 'ada@example.org');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'The test mail was not sent (waiting, MAIL_NOT_CONFIGURED). Set SMTP_URL and MAIL_FROM, and restart the portal.\n',
  });
  expect((await portal('outbox')).stdout).toMatch(
    /^20\S+Z {2}waiting {4}mail {2}test {2}ada@example\.org {2}MAIL_NOT_CONFIGURED {2}[0-9a-f-]{36}\nNot sent: 1\.\n$/,
  );
});

it('names the event of an alert', async () => {
  await outbox.enqueue({
    key: 'alert:1',
    kind: 'alert',
    payload: { event: 'flagged', companyName: 'Halcyon' },
  });
  expect((await portal('outbox')).stdout).toMatch(/ mail {2}alert:flagged {2}/);
});

it('shows the answer of a mail server without its control characters', async () => {
  receiver.behaviour = { onRecipient: () => Promise.reject(reply(550, 'No \u001b[31mmailbox')) };
  await outbox.notifier({ SMTP_URL: receiver.url });
  const { code, stderr } = await portal('send-test-mail', 'ada@example.org');
  expect(code).toBe(1);
  expect(stderr).toContain('refused, REFUSED, 550 No');
  expect(stderr).not.toContain('\u001b');
});

it('sends an uncertain mail again only on `repeat`', async () => {
  receiver.behaviour = { onEnd: (_mail, connection) => connection.breakOff() };
  await outbox.notifier({ SMTP_URL: receiver.url });
  const id = await outbox.enqueue({ key: 'lost' });
  await outbox.reaches(id, 'uncertain');
  receiver.behaviour = {};
  expect(await portal('outbox', 'repeat', id)).toMatchObject({ code: 0, stdout: 'It will be sent again.\n' });
  await outbox.reaches(id, 'sent');
  expect(await portal('outbox', 'repeat', id)).toMatchObject({
    code: 1,
    stderr: `Nothing was changed: no mail or webhook with the id ${id} can be repeated.\n`,
  });
  // The server had accepted the first one too.
  expect(receiver.mails).toHaveLength(2);
  expect((await portal('outbox')).stdout).toBe('Not sent: 0.\n');
});

it('does not repeat a code, which is no longer valid', async () => {
  const id = await outbox.enqueue({ key: 'code', kind: 'code', validSeconds: -1 });
  await outbox.notifier({ SMTP_URL: receiver.url });
  await outbox.reaches(id, 'expired');
  expect(await portal('outbox', 'repeat', id)).toMatchObject({ code: 1 });
});

it('does not repeat a mail that was cancelled', async () => {
  const id = await outbox.enqueue({ key: 'revoked', kind: 'invitation' });
  await cancelMails(outbox.service, ['revoked'], 'REVOKED');
  await outbox.notifier({ SMTP_URL: receiver.url });
  await outbox.reaches(id, 'expired');
  expect((await portal('outbox')).stdout).toContain('expired    mail  invitation  ada@example.org  REVOKED');
  expect(await portal('outbox', 'repeat', id)).toMatchObject({ code: 1 });
});

it.each([
  [['outbox', 'repeat'], 'Expected: repeat <id>, with an id of the list.'],
  [['outbox', 'repeat', 'all'], 'Expected: repeat <id>, with an id of the list.'],
  [['outbox', 'remove', 'all'], 'Expected: repeat <id>, with an id of the list.'],
  [['outbox', '--limit', '0'], '--limit must be a whole number from 1 to 1000.'],
  [['send-test-mail'], 'Expected one e-mail address.'],
  [['send-test-mail', 'ada@example.org, b@example.org'], 'Expected one e-mail address.'],
  [['send-test-mail', 'a@example.org', 'b@example.org'], 'Expected one e-mail address.'],
])('prints the error and the usage when called with %j', async (args, sentence) => {
  const { code, stdout, stderr } = await portal(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`${sentence}\n\nUsage: portal `);
});
