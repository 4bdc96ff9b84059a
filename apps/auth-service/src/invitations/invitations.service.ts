import { Injectable } from '@nestjs/common';
import {
  AppError,
  type BlockTarget,
  type invitationsRpc,
  isUuid,
  type RpcParsedInput,
} from '@secure-preview/contracts';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { BlocksService } from '../blocks/blocks.service.js';
import { pageOf, unknownCursor } from '../listing/page-of.js';
import { OutboxSecretService } from '../outbox-secret/outbox-secret.service.js';
import { type InvitationTerms, type Invitee, invitationKey, isDomain } from './invitation.js';
import { type Change, InvitationRepository, type RequestedAction } from './invitation.repository.js';
import { cursorAfter, positionOf } from './invitation-cursor.js';
import type { ListedInvitation } from './invitation-list.queries.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';

/** Lists and changes invitations for administrators (docs/product.md#access). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly publisher: InvitationPublisherService,
    private readonly secret: OutboxSecretService,
    private readonly blocks: BlocksService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue */
  async list({ limit, cursor, q, state, sort }: RpcParsedInput<typeof invitationsRpc.methods.list>): Promise<{
    invitations: (ListedInvitation & { blocks: BlockTarget[] })[];
    total: number;
    nextCursor: string | null;
  }> {
    const position = cursor === undefined ? { after: undefined } : positionOf(cursor, sort);
    const found = await this.invitations.list({ limit: limit + 1, ...position, search: q, state, sort });
    if (!found) throw unknownCursor();
    const listed = found.invitations;
    const blocks = await this.blocks.concerning(listed.map(({ email }) => ({ email, ip: null })));
    const withBlocks = listed.map((invitation, index) => ({ ...invitation, blocks: blocks[index] ?? [] }));
    const { rows, nextCursor } = pageOf(withBlocks, limit, (last) => cursorAfter(last, sort));
    return { invitations: rows, total: found.total, nextCursor };
  }

  /** Returns the number of invitations that can be used, and were not opened yet. */
  countOpen(): Promise<number> {
    return this.invitations.countOpen();
  }

  /**
   * Changes invitations. Resolves once the changes are committed and published. No mail is sent again to blocked
   * addresses, or while the last one waits.
   *
   * @returns how many have changed
   */
  async change(ids: readonly string[], action: RequestedAction, change: Change): Promise<number> {
    const { count, used } = await this.invitations.changing(async (transaction) => {
      const changed = action.action === 'resend' ? await this.notBlocked(ids, transaction) : ids;
      return this.invitations.change(transaction, changed, action, change);
    });
    await this.publisher.publishCurrent(used);
    return count;
  }

  /**
   * Invites a person or domain, or renews an invitation that has ended.
   *
   * @returns whether anything changed; undefined if the address is blocked
   */
  async invite(invitee: Invitee, terms: InvitationTerms, change: Change): Promise<boolean | undefined> {
    const key = invitationKey(invitee.email);
    const changes = await this.invitations.changing(async (transaction) => {
      if ((await this.blocks.blockedAmong([key], transaction)).has(key)) return undefined;
      return this.invitations.invite(transaction, new Map([[key, invitee]]), terms, change);
    });
    if (!changes) return undefined;
    await this.publisher.publishCurrent(changes.used);
    return changes.count > 0;
  }

  /** Sends the mail of a person's invitation again, unless it still waits, or the command sent it before. */
  async resendTo(email: string, change: Change): Promise<void> {
    const invitations = await this.invitations.byKeys([invitationKey(email)]);
    await this.change(
      invitations.map(({ id }) => id),
      { action: 'resend' },
      change,
    );
  }

  private async notBlocked(ids: readonly string[], transaction: Queryable): Promise<string[]> {
    const invitations = await this.invitations.byIds(ids, transaction);
    const keys = invitations.map(({ emailKey }) => emailKey);
    const blocked = await this.blocks.blockedAmong(keys, transaction);
    return invitations.filter(({ emailKey }) => !blocked.has(emailKey)).map(({ id }) => id);
  }

  /**
   * Returns the secret of the current link of an invitation. An invitation of a domain has none.
   *
   * @throws AppError `INVITATION_NOT_FOUND`
   */
  async linkSecret(id: string): Promise<{ id: string; secret: string }> {
    const [invitation] = isUuid(id) ? await this.invitations.byIds([id]) : [];
    if (!invitation || isDomain(invitation.email)) throw new AppError('INVITATION_NOT_FOUND');
    return { id: invitation.id, secret: this.secret.invitationSecret(invitation.id, invitation.generation) };
  }
}
