import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type AttemptOutcome, allowedMails, type ClaimedMail, retrySeconds } from './mail.js';
import {
  claimNextMail,
  clearReasons,
  countRecentAttempts,
  expireMails,
  finishAttempt,
  hasDueMail,
  hasOtherDueMail,
  lockClaims,
  noteDataEnd,
  noteReason,
  releaseExpiredLeases,
  settleCancelled,
} from './mail-queue.queries.js';

/** Seconds for which a notifier holds a mail; above the time limit of an attempt. */
export const LEASE_SECONDS = 180;

/** What a notifier can send now. */
export interface SendingRules {
  /** Kinds with content. Mails of other kinds are left to a newer version. */
  readonly kinds: readonly string[];
  /** Domain of Message-IDs. */
  readonly domain: string;
  /** Limit of all notifiers together. */
  readonly perMinute: number;
}

@Injectable()
export class MailQueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Claims the most urgent due mail; undefined if none is due or the limit is reached. */
  async claim({ kinds, domain, perMinute }: SendingRules): Promise<ClaimedMail | undefined> {
    if (!(await hasDueMail(this.dataSource, kinds))) return undefined;
    return this.dataSource.transaction(async (db) => {
      await lockClaims(db);
      const recent = await countRecentAttempts(db);
      const allowed = allowedMails(recent, perMinute, await hasOtherDueMail(db, kinds));
      return allowed && claimNextMail(db, kinds, allowed, domain, LEASE_SECONDS);
    });
  }

  /** @throws Error if another notifier may have the mail by now */
  async noteDataEnd(mail: ClaimedMail): Promise<void> {
    if (await noteDataEnd(this.dataSource, mail, LEASE_SECONDS)) return;
    throw new Error('The lease of the mail has expired');
  }

  finish(mail: ClaimedMail, outcome: AttemptOutcome): Promise<void> {
    return finishAttempt(this.dataSource, mail, outcome, retrySeconds(mail, outcome));
  }

  /** Releases mails of killed notifiers, and gives up those that were cancelled or have expired. */
  async maintain(): Promise<void> {
    await releaseExpiredLeases(this.dataSource);
    await settleCancelled(this.dataSource);
    await expireMails(this.dataSource);
  }

  /** Notes why waiting mails, of one kind or all, are not sent. */
  noteReason(reason: string, kind?: string): Promise<void> {
    return noteReason(this.dataSource, reason, kind);
  }

  /** Removes reasons that no longer apply from waiting mails of all but some kinds. */
  clearReasons(reasons: readonly string[], exceptKinds: readonly string[]): Promise<void> {
    return clearReasons(this.dataSource, reasons, exceptKinds);
  }
}
