import { Injectable } from '@nestjs/common';
import type { Administrator, accessRequestsRpc, RpcParsedInput, RpcResult } from '@secure-preview/contracts';
import { AppError, isUuid } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { BlocksService } from '../blocks/blocks.service.js';
import type { MailTexts } from '../invitations/invitation.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { pageOf, unknownCursor } from '../listing/page-of.js';
import { cursorOf, idOfCursor } from '../listing/uuid-cursor.js';
import type { NewAccessRequest } from './access-request.js';
import type { Requester } from './access-request.queries.js';
import { AccessRequestRepository } from './access-request.repository.js';

type ListMethod = typeof accessRequestsRpc.methods.list;

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

  /** @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue */
  async list({ limit, cursor, q, state, sort }: RpcParsedInput<ListMethod>): Promise<RpcResult<ListMethod>> {
    const after = cursor === undefined ? undefined : idOfCursor(cursor);
    const found = await this.requests.list({ limit: limit + 1, after, search: q, state, sort });
    if (!found) throw unknownCursor();
    const { rows: requests, nextCursor } = pageOf(found.requests, limit, ({ id }) => cursorOf(id));
    return { requests, total: found.total, nextCursor, open: found.open };
  }

  /**
   * Invites the requester, and then stores the decision. Sends the mail of a valid invitation again, unless it still
   * waits: the person may have lost it. If it broke off in between, it can be repeated: the id of the request is the command
   * of both changes, so nobody gets two mails.
   *
   * @throws AppError `ACCESS_REQUEST_NOT_FOUND`, `ACCESS_REQUEST_BLOCKED`
   */
  async allow(id: string, by: Administrator, texts: MailTexts): Promise<void> {
    const { email, name, language, state } = await this.find(id);
    if (state === 'allowed') return;
    const change = { by, texts, commandId: id };
    const isNew = await this.invitations.invite({ email, name }, { ...UNLIMITED, language }, change);
    if (isNew === undefined) throw new AppError('ACCESS_REQUEST_BLOCKED');
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

  /** Dismisses requests, except those that were decided before. Returns how many the command has dismissed. */
  dismissAll(ids: readonly string[], by: Administrator, commandId: string): Promise<number> {
    return this.requests.dismissAll(ids, by, commandId);
  }

  private async find(id: string): Promise<Requester> {
    const request = isUuid(id) ? await this.requests.find(id) : undefined;
    if (!request) throw new AppError('ACCESS_REQUEST_NOT_FOUND');
    return request;
  }
}
