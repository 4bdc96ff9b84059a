import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type AccessRequest, emailKey } from '@secure-preview/contracts';
import { enqueueMail } from '@secure-preview/service-kit/outbox';
import type { EntityManager, Repository } from 'typeorm';
import { AccessRequestEntity } from './access-request.entity.js';
import type { AccessRequestState, NewAccessRequest } from './access-request.js';
import {
  insertRequest,
  listedRequests,
  lockRequest,
  type Requester,
  storeDecision,
} from './access-request.queries.js';
import { alertOf } from './access-request-alert.js';

/** Stores requests for access, and the decisions about them. */
@Injectable()
export class AccessRequestRepository {
  constructor(
    @InjectRepository(AccessRequestEntity) private readonly requests: Repository<AccessRequestEntity>,
  ) {}

  /** Stores a request that the limits of its address allow, and the alert about it. */
  async store(request: NewAccessRequest, commandId: string): Promise<void> {
    await this.requests.manager.transaction(async (transaction) => {
      const id = await insertRequest(transaction, request, emailKey(request.email), commandId);
      const alert = id === undefined ? undefined : alertOf(id, request);
      if (alert) await enqueueMail(transaction, alert);
    });
  }

  /** Returns requests, open ones first, then newest first. */
  list(count: number): Promise<AccessRequest[]> {
    return listedRequests(this.requests, count);
  }

  /**
   * Stores the decision that `decide` makes about a request, in one transaction with its effects.
   *
   * @param decide returns the new state; undefined for no change
   * @returns whether the request exists
   */
  decide(
    id: string,
    by: { readonly sessionRef: string; readonly name: string },
    decide: (request: Requester, transaction: EntityManager) => Promise<AccessRequestState | undefined>,
  ): Promise<boolean> {
    return this.requests.manager.transaction(async (transaction) => {
      const request = await lockRequest(transaction, id);
      if (!request) return false;
      const state = await decide(request, transaction);
      if (state) await storeDecision(transaction, id, state, by);
      return true;
    });
  }
}
