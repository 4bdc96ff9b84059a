import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { type BlockChange, type BlockTarget, domainOfKey } from '@secure-preview/contracts';
import { addressKey, domainKey } from '@secure-preview/service-kit';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import type { ChangedBy } from '../changed-by.js';
import { leadingWithin } from '../listing/leading-within.js';
import type { BlockRules, RequestedBlock } from './block.js';
import { BlockRepository } from './block.repository.js';
import { BlockRulesPublisherService } from './block-rules-publisher.service.js';
import { blockValue } from './block-value.js';
import { BlockedAddressPublisherService } from './blocked-address-publisher.service.js';

/** Newest changes in a list. */
const HISTORY_LENGTH = 200;
/** Bytes of the present blocks and of the history in a list: together they fit into a message. */
const MAX_BLOCKS_BYTES = 150_000;
const MAX_HISTORY_BYTES = 80_000;

/** Blocks and unblocks addresses, domains and networks (docs/product.md#access). */
@Injectable()
export class BlocksService {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly addresses: BlockedAddressPublisherService,
    private readonly rulesVersion: BlockRulesPublisherService,
  ) {}

  /** Returns present blocks and the newest changes, newest first, as many as fit into a message. */
  async list(): Promise<{ blocks: BlockChange[]; history: BlockChange[] }> {
    const [blocks, history] = await Promise.all([this.blocks.present(), this.blocks.history(HISTORY_LENGTH)]);
    return {
      blocks: leadingWithin(blocks, MAX_BLOCKS_BYTES),
      history: leadingWithin(history, MAX_HISTORY_BYTES),
    };
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

  /** Returns whether an address or its domain is blocked. */
  async isBlocked(emailKey: string): Promise<boolean> {
    return (await this.blockedAmong([emailKey])).has(emailKey);
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

  /** Returns the addresses that are blocked themselves or by their domain, as a transaction sees them. */
  async blockedAmong(emailKeys: readonly string[], transaction?: Queryable): Promise<Set<string>> {
    const domains = new Map(emailKeys.map((key) => [key, domainKey(domainOfKey(key))]));
    const blocked = await this.blocks.blockedAmong(emailKeys, [...new Set(domains.values())], transaction);
    const isBlocked = (key: string) =>
      blocked.addresses.has(key) || blocked.domains.has(domains.get(key) ?? '');
    return new Set(emailKeys.filter(isBlocked));
  }
}
