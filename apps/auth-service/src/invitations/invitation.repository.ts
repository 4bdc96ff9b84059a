import { Injectable } from '@nestjs/common';
import type { invitationAction } from '@secure-preview/contracts';
import { enqueueMails } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { DataSource, type EntityManager } from 'typeorm';
import type * as z from 'zod';
import type { ChangedBy } from '../changed-by.js';
import { cancelMailsOf, lockInvitations } from '../invitation-mails/invitation-mail.queries.js';
import {
  type Invitation,
  type InvitationTerms,
  type Invitee,
  isDomain,
  type MailTexts,
} from './invitation.js';
import { countOpen, findByIds, findByKeys, findUsed, markUsed } from './invitation.queries.js';
import {
  type ChangedBefore,
  type ChangedInvitation,
  changeEnd,
  changesOf,
  countMails,
  invite,
  recordChanges,
  replaceWaitingMails,
  revoke,
} from './invitation-change.queries.js';
import { type InvitationsPage, listInvitations, type Selection } from './invitation-list.queries.js';
import { invitationMail } from './invitation-mail.js';

export type RequestedAction = z.output<typeof invitationAction>;

/** Who makes a change, under which command, and the texts of the mails that it sends. */
export interface Change {
  readonly by: ChangedBy;
  readonly texts: MailTexts;
  readonly commandId: string;
}

/** Result of a change, with the ids of changed invitations that sessions may refer to. */
export interface Changes {
  readonly count: number;
  readonly used: readonly string[];
}

const changesIn = (changed: readonly ChangedBefore[]): Changes => ({
  count: changed.length,
  used: changed.filter(({ wasUsed }) => wasUsed).map(({ id }) => id),
});

@Injectable()
export class InvitationRepository {
  constructor(private readonly dataSource: DataSource) {}

  byIds(ids: readonly string[], transaction?: Queryable): Promise<Invitation[]> {
    return findByIds(transaction ?? this.dataSource, ids);
  }

  byKeys(keys: readonly string[]): Promise<Invitation[]> {
    return findByKeys(this.dataSource, keys);
  }

  /** Returns the invitations that sessions may refer to. */
  used(): Promise<Invitation[]> {
    return findUsed(this.dataSource);
  }

  /** Marks an invitation as used. Returns its state. */
  use(id: string): Promise<Invitation | undefined> {
    return markUsed(this.dataSource, id);
  }

  /** Returns the number of invitations that can be used, and were not opened yet. */
  countOpen(): Promise<number> {
    return countOpen(this.dataSource);
  }

  /** Returns a page of the list; undefined if the invitation `selection.after` is unknown. */
  list(selection: Selection): Promise<InvitationsPage | undefined> {
    return listInvitations(this.dataSource, selection);
  }

  /**
   * Changes invitations in a transaction that holds the lock of changes, unless the command was carried out before.
   * Returns what the command has changed.
   */
  async change(
    transaction: EntityManager,
    ids: readonly string[],
    action: RequestedAction,
    change: Change,
  ): Promise<Changes> {
    const before = await changesOf(transaction, change.commandId);
    if (before.length > 0) return changesIn(before);
    const changed = await apply(transaction, ids, action);
    await recordChanges(transaction, changed, { ...change, action: action.action });
    if (action.action === 'resend') await sendMails(transaction, changed, change.texts);
    if (action.action === 'revoke') await cancelMailsOf(transaction, changed, 'REVOKED');
    if (action.action === 'extend') await replaceMails(transaction, changed, change.texts);
    return changesIn(changed);
  }

  /** Creates and renews invitations, and stores their mails, in a transaction that holds the lock of changes. */
  async invite(
    transaction: EntityManager,
    invitees: ReadonlyMap<string, Invitee>,
    terms: InvitationTerms,
    change: Change,
  ): Promise<Changes> {
    const changed = await invite(transaction, invitees, terms);
    await recordChanges(transaction, changed, { ...change, action: 'invite' });
    // Mails of the invitations before, which have ended.
    await cancelMailsOf(transaction, changed.map(earlier), 'CHANGED');
    if (terms.sendMail) await sendMails(transaction, changed, change.texts);
    return changesIn(changed);
  }

  /** Runs `work` in a transaction that holds the lock of changes. */
  changing<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (transaction) => {
      await lockInvitations(transaction);
      return work(transaction);
    });
  }
}

function apply(transaction: EntityManager, ids: readonly string[], change: RequestedAction) {
  if (change.action === 'resend') return countMails(transaction, ids);
  if (change.action === 'revoke') return revoke(transaction, ids);
  return changeEnd(transaction, ids, change.endsAt);
}

/** Replaces mails that wait by mails with the new end. Without one if the invitation has ended. */
async function replaceMails(
  transaction: EntityManager,
  changed: readonly ChangedInvitation[],
  texts: MailTexts,
): Promise<void> {
  const replaced = await replaceWaitingMails(
    transaction,
    changed.map(({ id }) => id),
  );
  await cancelMailsOf(transaction, replaced.map(earlier), 'CHANGED');
  await sendMails(transaction, replaced, texts);
}

/** Returns an invitation as it was before its number of mails was incremented. */
const earlier = ({ id, mailNumber }: ChangedInvitation) => ({ id, mailNumber: mailNumber - 1 });

async function sendMails(
  transaction: EntityManager,
  invitations: readonly ChangedInvitation[],
  texts: MailTexts,
): Promise<void> {
  const now = new Date();
  const mails = invitations
    .filter(({ email }) => !isDomain(email))
    .map((invitation) => invitationMail(invitation, texts, now));
  await enqueueMails(
    transaction,
    mails.filter(({ validSeconds }) => validSeconds > 0),
  );
}
