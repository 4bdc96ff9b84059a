import { type Check, type Diagnosis, ok, problem, warning } from '@secure-preview/service-kit/doctor';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { countOutbox } from '../database/outbox/outbox-counts.queries.js';
import { domainOf, parseMailbox } from '../notifier/mail/mail-settings.js';
import { describeFailure, sendTestMail } from '../notifier/test-mail/send-test-mail.js';
import { type ResolveTxt, senderDomainDiagnoses } from './sender-domain.js';

/** Seconds after which a waiting mail is a problem, unless many wait. */
const LATE_SECONDS = 15 * 60;
/** The same for a mail that was tried in vain. A code is worth nothing after 10 minutes. */
const LATE_TRIED_SECONDS = 60;
/** Milliseconds to wait for the outcome of a test mail, below the time limit of a check. */
const TEST_MAIL_MS = 25_000;

/** Runs `work` on a connection to the outbox, as one of its roles. */
export type Connect = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>;

async function backlog(db: Queryable): Promise<Diagnosis> {
  const counts = await countOutbox(db);
  const waiting = counts.reduce((sum, { waiting: count }) => sum + count, 0);
  const oldest = Math.max(0, ...counts.map(({ oldestSeconds }) => oldestSeconds));
  const finding = `mails and webhooks waiting: ${waiting}`;
  const oldestTried = Math.max(0, ...counts.map(({ oldestTriedSeconds }) => oldestTriedSeconds));
  if (oldest <= LATE_SECONDS && oldestTried > LATE_TRIED_SECONDS) {
    return warning(
      `${finding}, the oldest that could not be sent for ${Math.round(oldestTried)} s`,
      '`portal outbox` lists the reasons. `portal doctor --mail <address>` sends a test mail.',
    );
  }
  return oldest > LATE_SECONDS
    ? warning(
        `${finding}, the oldest for ${Math.round(oldest / 60)} min`,
        '`portal outbox` lists the reasons. Check that the notifier runs.',
      )
    : ok(finding);
}

/** Checks what waits in the outbox, and the domain in `MAIL_FROM`. Sends nothing. */
export function mailCheck(
  settings: { MAIL_FROM?: string | undefined; MAIL_DKIM_SELECTOR?: string | undefined },
  asNotifier: Connect,
  resolve?: ResolveTxt,
): Check {
  return {
    name: 'mail',
    run: async () => {
      const waiting = await asNotifier(backlog);
      const from = settings.MAIL_FROM === undefined ? undefined : parseMailbox(settings.MAIL_FROM);
      if (from === undefined) return [ok('no mail is sent: MAIL_FROM is not set'), waiting];
      const domain = domainOf(from.address);
      return [waiting, ...(await senderDomainDiagnoses(domain, settings.MAIL_DKIM_SELECTOR, resolve))];
    },
  };
}

/** Sends a test mail. */
export function testMailCheck(address: string, asSender: Connect): Check {
  return {
    name: 'test mail',
    run: async () => {
      const outcome = await asSender((db) => sendTestMail(db, address, TEST_MAIL_MS));
      if (outcome?.state === 'sent') return ok(`the mail server accepted a test mail for ${address}`);
      const { finding, remedy } = describeFailure(outcome);
      return problem(finding, remedy);
    },
  };
}
