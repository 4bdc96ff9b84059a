import { Injectable } from '@nestjs/common';
import type { Administrator } from '@secure-preview/contracts';
import { type AccessRequest, AppError, isUuid } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { BlocksService } from '../blocks/blocks.service.js';
import type { MailTexts } from '../invitations/invitation.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { leadingWithin } from '../listing/leading-within.js';
import type { NewAccessRequest } from './access-request.js';
import type { Requester } from './access-request.queries.js';
import { AccessRequestRepository } from './access-request.repository.js';

/** Requests in a list, and their bytes, which fit into a message. */
const LIST_LENGTH = 200;
const MAX_LIST_BYTES = 200_000;

/** Terms of an invitation without message and window. */
const UNLIMITED = { message: '', startsAt: null, endsAt: null, sendMail: true };

/** Keeps the requests of visitors to be let in (docs/product.md#access). */
@Injectable()
export class AccessRequestsService {
  constructor(
    private readonly requests: AccessRequestRepository,
    private readonly blocks: BlocksService,
    private readonly invitations: InvitationsService,
  ) {}

  /**
   * Stores a request and the alert about it. Ignores it silently if the gate is open, the address is blocked, or its
   * limits are reached: the visitor learns nothing about the address.
   */
  async request(request: NewAccessRequest, commandId: string): Promise<void> {
    if (request.gateMode === 'open' || (await this.blocks.isBlocked(addressKey(request.email)))) return;
    await this.requests.store(request, commandId);
  }

  /** Returns requests, open ones first, then newest first, as many as fit into a message. */
  async list(): Promise<AccessRequest[]> {
    return leadingWithin(await this.requests.list(LIST_LENGTH), MAX_LIST_BYTES);
  }

  /**
   * Invites the requester, and then stores the decision. Sends the mail of a valid invitation again: the person may have
   * lost it. A command that broke off in between can be repeated: nobody gets two mails for it.
   *
   * @throws AppError `ACCESS_REQUEST_NOT_FOUND`, `ACCESS_REQUEST_BLOCKED`
   */
  async allow(id: string, by: Administrator, texts: MailTexts, commandId: string): Promise<void> {
    const { email, name, language, state } = await this.find(id);
    if (state === 'allowed') return;
    if (await this.blocks.isBlocked(addressKey(email))) throw new AppError('ACCESS_REQUEST_BLOCKED');
    const change = { by, texts, commandId };
    const isNew = await this.invitations.invite({ email, name }, { ...UNLIMITED, language }, change);
    if (!isNew) await this.invitations.resendTo(email, change);
    await this.requests.allow(id, by);
  }

  /**
   * Dismisses a request, unless it was decided before.
   *
   * @throws AppError `ACCESS_REQUEST_NOT_FOUND`
   */
  async dismiss(id: string, by: Administrator): Promise<void> {
    await this.find(id);
    await this.requests.dismiss(id, by);
  }

  private async find(id: string): Promise<Requester> {
    const request = isUuid(id) ? await this.requests.find(id) : undefined;
    if (!request) throw new AppError('ACCESS_REQUEST_NOT_FOUND');
    return request;
  }
}
