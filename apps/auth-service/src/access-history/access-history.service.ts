import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  type accessHistoryRpc,
  domainOfKey,
  type RpcParsedInput,
  type RpcResult,
} from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { invitationKey, keyOfDomain } from '../invitations/invitation.js';
import type { FoundChange } from './access-history.queries.js';
import { AccessHistoryRepository } from './access-history.repository.js';

type Method = typeof accessHistoryRpc.methods.read;
type History = RpcResult<Method>['person'];

/** Tells when the access of people and visits changed, by whom, and what was taken back (docs/product.md#person). */
@Injectable()
export class AccessHistoryService {
  constructor(private readonly history: AccessHistoryRepository) {}

  async read({ leadIds, visitors, invitee }: RpcParsedInput<Method>): Promise<RpcResult<Method>> {
    const addresses = [...new Set(visitors.map(({ email }) => addressKey(email)))];
    const ips = visitors.flatMap(({ ip }) => (ip !== null && isIP(ip) ? [ip] : []));
    const found = await this.history.newest({
      leadIds,
      addresses,
      domains: [...new Set(addresses.map(domainOfKey))],
      ips: [...new Set(ips)],
      invitations: invitee === null ? [] : invitationKeysOf(invitee),
    });
    const visits = new Set(found.flatMap(({ leadId }) => leadId ?? []));
    const of = (subject: string | null) => historyOf(found.filter(({ leadId }) => leadId === subject));
    return { person: of(null), visits: [...visits].map((leadId) => ({ leadId, ...of(leadId) })) };
  }
}

function invitationKeysOf(email: string): string[] {
  const key = invitationKey(email);
  return [key, keyOfDomain(domainOfKey(key))];
}

/** @param newestFirst changes of one visit, or of the person */
function historyOf(newestFirst: readonly FoundChange[]): History {
  return {
    changes: newestFirst.map(({ leadId: _, total: _total, ...change }) => change).reverse(),
    omitted: (newestFirst[0]?.total ?? 0) - newestFirst.length,
  };
}
