import { Injectable } from '@nestjs/common';
import { AppError, type invitationsRpc, isUuid, type RpcParsedInput } from '@secure-preview/contracts';
import { OutboxSecretService } from '../outbox-secret/outbox-secret.service.js';
import { type InvitationTerms, type Invitee, invitationKey, isDomain } from './invitation.js';
import { type Change, InvitationRepository, type RequestedAction } from './invitation.repository.js';
import type { ListedInvitation } from './invitation-list.queries.js';
import { cursorOf, fittingPage, idOfCursor, unknownCursor } from './invitation-page.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';

/** Lists and changes invitations for administrators (docs/product.md#access). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly publisher: InvitationPublisherService,
    private readonly secret: OutboxSecretService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue */
  async list({ limit, cursor, q, state, sort }: RpcParsedInput<typeof invitationsRpc.methods.list>): Promise<{
    invitations: ListedInvitation[];
    total: number;
    nextCursor: string | null;
  }> {
    const after = cursor === undefined ? undefined : idOfCursor(cursor);
    const found = await this.invitations.list({ limit: limit + 1, after, search: q, state, sort });
    if (!found) throw unknownCursor();
    const invitations = fittingPage(found.invitations.slice(0, limit));
    const last = invitations.at(-1);
    const hasMore = found.invitations.length > invitations.length;
    return {
      invitations,
      total: found.total,
      nextCursor: hasMore && last ? cursorOf(last.id) : null,
    };
  }

  /** Changes invitations. Resolves once the changes are committed and published. Returns how many have changed. */
  async change(ids: readonly string[], action: RequestedAction, change: Change): Promise<number> {
    const { count, used } = await this.invitations.change(ids, action, change);
    await this.publisher.publishCurrent(used);
    return count;
  }

  /** Invites a person or domain, or renews an invitation that has ended. Returns whether anything changed. */
  async invite(invitee: Invitee, terms: InvitationTerms, change: Change): Promise<boolean> {
    const { count, used } = await this.invitations.changing((transaction) =>
      this.invitations.invite(transaction, new Map([[invitationKey(invitee.email), invitee]]), terms, change),
    );
    await this.publisher.publishCurrent(used);
    return count > 0;
  }

  /**
   * Returns the secret of the present link of an invitation. An invitation of a domain has none.
   *
   * @throws AppError `INVITATION_NOT_FOUND`
   */
  async linkSecret(id: string): Promise<{ id: string; secret: string }> {
    const [invitation] = isUuid(id) ? await this.invitations.byIds([id]) : [];
    if (!invitation || isDomain(invitation.email)) throw new AppError('INVITATION_NOT_FOUND');
    return { id: invitation.id, secret: this.secret.invitationSecret(invitation.id, invitation.generation) };
  }
}
