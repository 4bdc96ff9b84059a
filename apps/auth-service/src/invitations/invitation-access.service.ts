import { Injectable } from '@nestjs/common';
import type { InvitationLink, Proof } from '@secure-preview/contracts';
import { AppError, accessEnded, domainOfKey, isUuid } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { BlocksService } from '../blocks/blocks.service.js';
import { OutboxSecretService } from '../outbox-secret/outbox-secret.service.js';
import { endedReason, type Invitation, isDomain, keyOfDomain } from './invitation.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';

/** Decides whom an invitation lets in (docs/product.md#access). */
@Injectable()
export class InvitationAccessService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly publisher: InvitationPublisherService,
    private readonly blocks: BlocksService,
    private readonly secret: OutboxSecretService,
  ) {}

  /** Returns the invitation of an address, or that of its domain. */
  async ofAddress(emailKey: string): Promise<Invitation | undefined> {
    const found = await this.invitations.byKeys([emailKey, keyOfDomain(domainOfKey(emailKey))]);
    return found.find(({ email }) => !isDomain(email)) ?? found[0];
  }

  /**
   * Returns what a link proves. Changes nothing.
   *
   * @throws AppError `INVITATION_INVALID` or `ACCESS_ENDED`
   */
  async read(link: InvitationLink): Promise<Proof> {
    const [invitation] = isUuid(link.id) ? await this.invitations.byIds([link.id]) : [];
    if (!invitation || isDomain(invitation.email)) throw new AppError('INVITATION_INVALID');
    const { id, email, name, generation } = invitation;
    const linked = this.secret.generationOf({ id, secret: link.secret }, generation);
    if (linked === undefined) throw new AppError('INVITATION_INVALID');
    if (linked < generation) throw accessEnded('revoked');
    if (await this.blocks.isBlocked(invitation.emailKey)) throw accessEnded('blocked');
    const reason = endedReason(invitation, new Date());
    if (reason) throw accessEnded(reason, invitation.startsAt);
    return { email, name, verifiedBy: 'link', invitation: { id, generation } };
  }

  /** Returns whether a link is valid, and its invitation is for the address. */
  async isLinkOf(link: InvitationLink, emailKey: string): Promise<boolean> {
    try {
      return addressKey((await this.read(link)).email) === emailKey;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Returns what a link proves, as {@link read} does, and marks its invitation as opened. */
  async useLink(link: InvitationLink): Promise<Proof> {
    const proof = await this.read(link);
    if (proof.invitation) await this.use(proof.invitation.id);
    return proof;
  }

  /** Marks an invitation as used, and publishes its state, before a session refers to it. */
  async use(id: string): Promise<void> {
    const used = await this.invitations.use(id);
    if (used) await this.publisher.publish([used]);
  }
}
