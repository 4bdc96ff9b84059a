import { SmtpReceiver, until } from '@secure-preview/testing';
import { RunningOutbox } from '../testing/running-outbox.js';

/** An event that a test waits for. */
class Event {
  private resolve: () => void = () => undefined;
  readonly happened = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });

  happen(): void {
    this.resolve();
  }
}

const alert = { kind: 'alert', payload: { subject: 'Ready', paragraphs: ['It can be watched.'] } } as const;

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

const start = () => outbox.process({ SMTP_URL: receiver.url });

it('sends a mail once when the notifier is killed before the mail data', async () => {
  const [reached, released] = [new Event(), new Event()];
  receiver.behaviour = {
    onRecipient: () => {
      reached.happen();
      return released.happened;
    },
  };
  const id = await outbox.enqueue({ key: 'recipient' });
  const first = start();
  await reached.happened;
  await first.end('SIGKILL');
  receiver.behaviour = {};
  released.happen();
  await outbox.passTime();
  start();
  expect(await outbox.reaches(id, 'sent')).toMatchObject({ attempts: 2 });
  expect(receiver.recipients).toEqual(['ada@example.org']);
});

it('sends an alert once when the notifier is killed in the middle of the mail data', async () => {
  const [reached, released] = [new Event(), new Event()];
  let unlock = async () => {};
  receiver.behaviour = {
    // The notifier marks the row before it ends the mail data. The lock prevents that.
    onRecipient: async () => {
      unlock = await outbox.lockMails();
    },
    onBeginning: () => {
      reached.happen();
      return released.happened;
    },
  };
  const id = await outbox.enqueue({ key: 'text', ...alert });
  const first = start();
  await reached.happened;
  await first.end('SIGKILL');
  await unlock();
  receiver.behaviour = {};
  released.happen();
  await outbox.passTime();
  start();
  expect(await outbox.reaches(id, 'sent')).toMatchObject({ attempts: 2 });
  expect(receiver.recipients).toEqual(['ada@example.org']);
});

it.each([
  ['repeats an alert under the same Message-ID', alert, 'sent', 2],
  ['does not repeat a mail that is sent at most once', {}, 'uncertain', 1],
])('%s when the notifier is killed before the answer to the mail data', async (_what, kind, state, mails) => {
  const [reached, released] = [new Event(), new Event()];
  receiver.behaviour = {
    onEnd: () => {
      reached.happen();
      return released.happened;
    },
  };
  const id = await outbox.enqueue({ key: 'answer', ...kind });
  const first = start();
  await reached.happened;
  await first.end('SIGKILL');
  receiver.behaviour = {};
  released.happen();
  await until(() => receiver.mails.length === 1, { what: 'the server to accept the first mail' });
  await outbox.passTime();
  start();
  await outbox.reaches(id, state);
  expect(receiver.mails).toHaveLength(mails);
  const ids = receiver.mails.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(1);
});

it('finishes the mail in progress on SIGTERM, then exits with 0', async () => {
  const [reached, released] = [new Event(), new Event()];
  receiver.behaviour = {
    onEnd: () => {
      reached.happen();
      return released.happened;
    },
  };
  const id = await outbox.enqueue({ key: 'first' });
  const notifier = start();
  await reached.happened;
  const ended = notifier.end('SIGTERM');
  receiver.behaviour = {};
  released.happen();
  expect(await ended).toBe(0);
  expect(await outbox.select('id = $1', [id])).toMatchObject([{ state: 'sent' }]);
});
