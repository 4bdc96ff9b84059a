import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Administrator } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { enqueueAlert } from '@secure-preview/service-kit/outbox';
import type { Repository } from 'typeorm';
import { AccessRequestEntity } from './access-request.entity.js';
import type { NewAccessRequest } from './access-request.js';
import {
  dismissOpen,
  findRequest,
  insertRequest,
  type Requester,
  storeDecision,
} from './access-request.queries.js';
import { alertOf } from './access-request-alert.js';
import { listRequests, type RequestSelection, type RequestsPage } from './access-request-list.queries.js';

/** Stores requests for access, and the decisions about them. */
@Injectable()
export class AccessRequestRepository {
  constructor(
    @InjectRepository(AccessRequestEntity) private readonly requests: Repository<AccessRequestEntity>,
  ) {}

  /** Stores a request that the limits allow, and the alert about it (docs/product.md#access). */
  async store(request: NewAccessRequest, commandId: string): Promise<void> {
    await this.requests.manager.transaction(async (transaction) => {
      const stored = await insertRequest(transaction, request, addressKey(request.email), commandId);
      if (stored?.alerted) await enqueueAlert(transaction, alertOf(stored.id, request));
    });
  }

  /** Returns a page of the list; undefined if the request `selection.after` is unknown. */
  list(selection: RequestSelection): Promise<RequestsPage | undefined> {
    return listRequests(this.requests, selection);
  }

  /** Returns a request; undefined if it is unknown. */
  find(id: string): Promise<Requester | undefined> {
    return findRequest(this.requests, id);
  }

  /** Stores that a request was allowed. A dismissed one can still be allowed. */
  allow(id: string, by: Administrator): Promise<void> {
    return storeDecision(this.requests, id, { from: ['open', 'dismissed'], to: 'allowed' }, by);
  }

  /** Stores that a request was dismissed, unless it was decided before. */
  dismiss(id: string, by: Administrator): Promise<void> {
    return storeDecision(this.requests, id, { from: ['open'], to: 'dismissed' }, by);
  }

  /** Dismisses open requests together. Returns how many the command has dismissed. */
  dismissAll(ids: readonly string[], by: Administrator, commandId: string): Promise<number> {
    return dismissOpen(this.requests, ids, by, commandId);
  }
}
