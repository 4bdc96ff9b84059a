import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { enqueueMail, type MailOutcome, mailOutcomes } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';

const POLL_MS = 250;
/** Seconds for which a test mail is tried again. */
const VALID_SECONDS = 600;

/** Waits until the mail is settled, or has a reason to wait. */
async function outcomeOf(db: Queryable, key: string, waitMs: number): Promise<MailOutcome | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const [found] = await mailOutcomes(db, [key]);
    const isSettled = found?.finishedAt !== null || (found.state === 'waiting' && found.reason !== null);
    if (isSettled || performance.now() > deadline) return found;
    await pause(POLL_MS);
  }
}

/** Stores a test mail for the notifier, and waits for its first outcome. */
export async function sendTestMail(
  db: Queryable,
  recipient: string,
  waitMs: number,
): Promise<MailOutcome | undefined> {
  const key = `test:${randomUUID()}`;
  await enqueueMail(db, {
    key,
    kind: 'test',
    recipient,
    language: 'en',
    payload: {},
    validSeconds: VALID_SECONDS,
  });
  return outcomeOf(db, key, waitMs);
}

const REMEDIES: Readonly<Record<string, string>> = {
  MAIL_NOT_CONFIGURED: 'Set SMTP_URL and MAIL_FROM, and restart the portal.',
  SERVER_UNAVAILABLE: 'Check host, port and encryption in SMTP_URL, and firewalls.',
  TLS_FAILED: 'Check host, port and encryption in SMTP_URL, and the certificate of the mail server.',
  LOGIN_REFUSED: 'Correct user and password in SMTP_URL. Special characters must be percent-encoded.',
  SENDER_REFUSED: 'Use an address in MAIL_FROM that the mail server may send from.',
};

/** What to do while a mail has no outcome and no reason to wait. */
const UNSETTLED: Readonly<Record<string, string>> = {
  waiting:
    'Check that the portal runs: its notifier sends mails. If it has just sent many, try again later, or raise MAIL_PER_MINUTE.',
  sending: 'The mail server is slow to answer. Try again later.',
};

/** Replaces control characters: other servers' answers must not reach the terminal unchanged. */
export const printable = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD');

/** Describes why a test mail was not sent, and what to do. */
export function describeFailure(outcome: MailOutcome | undefined): { finding: string; remedy: string } {
  const { state = 'lost', reason = null, detail = null } = outcome ?? {};
  const parts = [state, reason, detail].filter((part) => part !== null);
  return {
    finding: `the test mail was not sent (${printable(parts.join(', '))})`,
    remedy:
      reason === null
        ? (UNSETTLED[state] ?? 'Try again later.')
        : (REMEDIES[reason] ?? 'Ask the operator of the mail server about this answer.'),
  };
}
