import { Injectable } from '@nestjs/common';
import { type AccessRequest, AppError, emailKey, isUuid } from '@secure-preview/contracts';
import { BlocksService } from '../blocks/blocks.service.js';
import { leadingWithin } from '../listing/leading-within.js';
import type { NewAccessRequest } from './access-request.js';
import { AccessRequestRepository } from './access-request.repository.js';

/** Requests in a list, and their bytes, which fit into a message. */
const LIST_LENGTH = 200;
const MAX_LIST_BYTES = 200_000;

/** Keeps the requests of visitors to be let in (docs/product.md#access). */
@Injectable()
export class AccessRequestsService {
  constructor(
    private readonly requests: AccessRequestRepository,
    private readonly blocks: BlocksService,
  ) {}

  /**
   * Stores a request and the alert about it. Ignores it silently if the gate is open, the address is blocked, or its
   * limits are reached: the visitor learns nothing about the address.
   */
  async request(request: NewAccessRequest, commandId: string): Promise<void> {
    if (request.gateMode === 'open' || (await this.blocks.isBlocked(emailKey(request.email)))) return;
    await this.requests.store(request, commandId);
  }

  /** Returns requests, open ones first, then newest first, as many as fit into a message. */
  async list(): Promise<AccessRequest[]> {
    return leadingWithin(await this.requests.list(LIST_LENGTH), MAX_LIST_BYTES);
  }

  /**
   * Dismisses a request, unless it was decided before.
   *
   * @throws AppError `ACCESS_REQUEST_NOT_FOUND`
   */
  async dismiss(id: string, by: { readonly sessionRef: string; readonly name: string }): Promise<void> {
    const exists =
      isUuid(id) &&
      (await this.requests.decide(id, by, async ({ state }) => (state === 'open' ? 'dismissed' : undefined)));
    if (!exists) throw new AppError('ACCESS_REQUEST_NOT_FOUND');
  }
}
