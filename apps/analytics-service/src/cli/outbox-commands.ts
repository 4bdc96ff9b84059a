import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { ADDRESS } from '../notifier/mail/address.js';
import { describeFailure, printable, sendTestMail } from '../notifier/test-mail/send-test-mail.js';
import { listUnsent, repeatMail, repeatWebhook, type Unsent } from '../notifier/unsent/unsent.queries.js';
import { withOutbox, withSender } from './with-outbox.js';

const MAX_LISTED = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Milliseconds that `send-test-mail` waits for an outcome. */
const WAIT_MS = 60_000;

function line({ createdAt, channel, kind, target, state, reason, detail, id }: Unsent): string {
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  const why = [reason, detail === null ? null : `(${detail})`].filter(Boolean).join(' ');
  return [time, state.padEnd(9), channel, kind, target, why, id].filter(Boolean).map(printable).join('  ');
}

async function list(limit: string): Promise<number> {
  const size = Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > MAX_LISTED)
    throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LISTED}.`);
  const rows = await withOutbox((dataSource) => listUnsent(dataSource, size));
  process.stdout.write(`${rows.map((row) => `${line(row)}\n`).join('')}Not sent: ${rows.length}.\n`);
  return exitCode.done;
}

async function repeat(id: string): Promise<number> {
  const found = await withOutbox(async (db) => (await repeatMail(db, id)) || (await repeatWebhook(db, id)));
  if (!found) {
    process.stderr.write(`Nothing was changed: no mail or webhook with the id ${id} can be repeated.\n`);
    return exitCode.failed;
  }
  process.stdout.write('It will be sent again.\n');
  return exitCode.done;
}

export const outbox = command({
  summary: 'List mails and webhooks that were not sent, or send one again',
  usage: `Usage: portal outbox [--limit <n>]
       portal outbox repeat <id>

  --limit <n>   number of rows to list, 1 to ${MAX_LISTED} (50)
  repeat <id>   send a mail again that is uncertain, refused or expired, or a webhook that failed.
                An uncertain mail may have arrived: its recipient may get it twice

Columns: time (UTC), state, channel, kind (of an alert with its event), recipient or address, reason, id.`,
  options: { limit: { type: 'string', default: '50' } },
  takesArguments: true,
  run: async ({ limit }, [action, id, ...rest]) => {
    if (action === undefined) return withErrorPrefix('The outbox could not be read', () => list(limit));
    if (action !== 'repeat' || id === undefined || !UUID.test(id) || rest.length > 0)
      throw new UsageError('Expected: repeat <id>, with an id of the list.');
    return withErrorPrefix('Nothing was repeated', () => repeat(id));
  },
});

export const testMail = command({
  summary: 'Send a test mail, and wait for the answer of the mail server',
  usage: `Usage: portal send-test-mail <address>

The portal must be running, because only its notifier reaches the mail server. Waits a minute for an outcome. If the
mail server cannot be reached, the mail is tried again for ten minutes.`,
  options: {},
  takesArguments: true,
  run: async (_options, [address = '', ...rest]) => {
    if (!ADDRESS.test(address) || rest.length > 0) throw new UsageError('Expected one e-mail address.');
    return withErrorPrefix('The test mail was not sent', async () => {
      const outcome = await withSender((dataSource) => sendTestMail(dataSource, address, WAIT_MS));
      if (outcome?.state === 'sent') {
        process.stdout.write(
          `The mail server accepted the test mail for ${address}. Check that it arrives.\n`,
        );
        return exitCode.done;
      }
      const { finding, remedy } = describeFailure(outcome);
      process.stderr.write(`${finding.replace(/^t/, 'T')}. ${remedy}\n`);
      return exitCode.failed;
    });
  },
});
