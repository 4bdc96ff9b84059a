import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  type BlockTarget,
  blocksRpc,
  domainOfKey,
  type RpcParsedInput,
  type RpcResult,
} from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import type { ChangedBy } from '../changed-by.js';
import { pageOf, unknownCursor } from '../listing/page-of.js';
import type { BlockRules, RequestedBlock } from './block.js';
import { BlockRepository } from './block.repository.js';
import type { BlockSelection, BlocksPage } from './block-list.queries.js';
import { BlockRulesPublisherService } from './block-rules-publisher.service.js';
import { blockValue } from './block-value.js';
import { BlockedAddressPublisherService } from './blocked-address-publisher.service.js';

const { list, history } = blocksRpc.methods;

/** A cursor is the id of the last row of a page, a bigint. */
const CURSOR = /^\d{1,18}$/;

/** Blocks and unblocks addresses, domains and networks (docs/product.md#access). */
@Injectable()
export class BlocksService {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly addresses: BlockedAddressPublisherService,
    private readonly rulesVersion: BlockRulesPublisherService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue */
  async list(input: RpcParsedInput<typeof list>): Promise<RpcResult<typeof list>> {
    const { rows: blocks, ...end } = page(await this.blocks.present(selectionOf(input)), input.limit);
    return { blocks, ...end };
  }

  /**
   * Lists the changes, newest first.
   *
   * @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue
   */
  async history(input: RpcParsedInput<typeof history>): Promise<RpcResult<typeof history>> {
    const selection = selectionOf({ ...input, kind: undefined, sort: 'newest' });
    const { rows: changes, ...end } = page(await this.blocks.history(selection), input.limit);
    return { changes, ...end };
  }

  /**
   * Resolves once the change is committed and published to every gateway.
   *
   * @throws AppError `VALIDATION_FAILED`, `TOO_MANY_BLOCKS`
   */
  async change(requested: RequestedBlock, by: ChangedBy, commandId: string): Promise<void> {
    const value = blockValue(requested.kind, requested.value);
    const { blocked, version } = await this.blocks.change({ ...requested, value }, by, commandId);
    if (requested.kind === 'address') {
      await this.addresses.publish({ emailKey: value, blocked, version });
    }
    await this.rulesVersion.publish(version);
  }

  rules(): Promise<BlockRules> {
    return this.blocks.rules();
  }

  /**
   * Returns whether an address or its domain is blocked.
   *
   * @param transaction one that makes blocks wait, so none is added until it ends
   */
  async isBlocked(emailKey: string, transaction?: Queryable): Promise<boolean> {
    return (await this.blockedAmong([emailKey], transaction)).has(emailKey);
  }

  /** Returns the blocks that concern each of the visitors, in their order. */
  concerning(visitors: readonly { email: string; ip: string | null }[]): Promise<BlockTarget[][]> {
    return this.blocks.concerning(
      visitors.map(({ email, ip }) => {
        const address = addressKey(email);
        return { address, domain: domainOfKey(address), ip: ip !== null && isIP(ip) ? ip : null };
      }),
    );
  }

  /**
   * Returns the addresses that are blocked themselves or by their domain.
   *
   * @param transaction one that holds the lock of invitations, so no block is added until it ends
   */
  blockedAmong(emailKeys: readonly string[], transaction?: Queryable): Promise<Set<string>> {
    return this.blocks.blockedAmong(emailKeys, transaction);
  }
}

/** Requests one more row, to find out whether there is a next page. */
function selectionOf({ limit, cursor, q, kind, sort }: RpcParsedInput<typeof list>): BlockSelection {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw unknownCursor();
  return { limit: limit + 1, after: cursor, search: q, kind, sort };
}

function page(found: BlocksPage | undefined, limit: number) {
  if (!found) throw unknownCursor();
  const { rows, nextCursor } = pageOf(found.rows, limit, ({ id }) => id);
  return { rows, total: found.total, nextCursor };
}
