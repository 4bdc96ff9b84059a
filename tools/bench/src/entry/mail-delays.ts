import { setTimeout as delay } from 'node:timers/promises';
import { type Row, withGoal } from '../report.js';
import type { EntryPortal } from './entry-portal.js';
import { invite } from './invite.js';
import { MAIL_PER_MINUTE } from './mailbox.js';
import { percentile } from './percentile.js';
import { VisitorClient } from './visitor-client.js';

const MAILS = 100;
/** Share of `MAIL_PER_MINUTE` that is used. */
const SHARE = 0.8;
const GOAL_MS = 10_000;

/** Measures the time from code requests and confirmed invitations, in turn, until the mail server has the mail. */
export async function mailRows(entry: EntryPortal): Promise<Row[]> {
  const { administrator, gateways, mailbox } = entry;
  const emails = Array.from({ length: MAILS }, (_, index) => `mail-${index}@kino.example`);
  const requestsCode = (index: number) => index % 2 === 0;
  const alreadyInvited = emails.filter((_, index) => requestsCode(index));
  await invite(administrator, alreadyInvited.map(personOf), { sendMail: false });

  const measure = async (email: string, index: number): Promise<number> => {
    await delay((index * 60_000) / (MAIL_PER_MINUTE * SHARE));
    let startedAt = performance.now();
    if (requestsCode(index)) {
      const visitor = new VisitorClient(email, `10.1.${index}.1`);
      await visitor.sendForm(`${gateways[0]}/api/auth/code`);
    } else {
      startedAt = (await invite(administrator, [personOf(email)])).confirmedAt;
    }
    return (await mailbox.arrival(email)).at - startedAt;
  };
  const delays = await Promise.all(emails.map(measure));
  const name = `code request or invitation until the mail is sent, ${SHARE * MAIL_PER_MINUTE} a minute`;
  const [p50, p95] = [percentile(delays, 0.5), percentile(delays, 0.95)];
  return [
    { name: `${name}: median`, value: p50, unit: 'ms' },
    withGoal({ name: `${name}: p95 of ${MAILS}`, value: p95, unit: 'ms' }, '≤', GOAL_MS),
  ];
}

const personOf = (email: string) => ({ email, name: 'Ada Lovelace' });
