import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AppError, type BlockTarget, domainOfKey, limits } from '@secure-preview/contracts';
import { domainKey } from '@secure-preview/service-kit';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import type { EntityManager, Repository } from 'typeorm';
import type { ChangedBy } from '../changed-by.js';
import { cancelBlockedCodes, lockCodes } from '../codes/code.queries.js';
import { cancelBlockedMails, lockInvitations } from '../invitation-mails/invitation-mail.queries.js';
import { foldForSearch } from '../listing/fold-for-search.js';
import { BlockEntity } from './block.entity.js';
import type { AddressState, BlockedVisitor, BlockRules, RequestedBlock } from './block.js';
import {
  blockedAmong,
  blocksConcerning,
  countRules,
  currentOf,
  currentRules,
  lockBlocks,
  newestNumber,
  statesOfAddresses,
} from './block.queries.js';
import { type BlockSelection, type BlocksPage, listChanges, listPresent } from './block-list.queries.js';

/** Stores each change of a block. Rows are never changed. */
@Injectable()
export class BlockRepository {
  constructor(@InjectRepository(BlockEntity) private readonly blocks: Repository<BlockEntity>) {}

  /**
   * Stores a change, unless the value has that state already or the command was stored before. A block cancels
   * invitations and codes that were not sent yet.
   *
   * @returns the state of the value, and the number of its newest change; 0 before the first change
   * @throws AppError `TOO_MANY_BLOCKS` for one more domain or network than a gateway keeps in memory
   */
  change(block: RequestedBlock, by: ChangedBy, commandId: string) {
    return this.blocks.manager.transaction(async (transaction) => {
      // Networks have no mails, so a block of one does not wait for imports.
      if (block.blocked && block.kind !== 'network') {
        await lockInvitations(transaction);
        await lockCodes(transaction);
      }
      await lockBlocks(transaction);
      const before = await currentOf(transaction, block);
      const isStored = await transaction.existsBy(BlockEntity, { commandId });
      if (!isStored && (before?.blocked ?? false) !== block.blocked) {
        await this.insert(transaction, block, by, commandId);
        if (block.blocked && block.kind !== 'network') {
          await cancelBlockedMails(transaction, block);
          await cancelBlockedCodes(transaction, block);
        }
      }
      return (await currentOf(transaction, block)) ?? { blocked: false, version: 0 };
    });
  }

  private async insert(
    transaction: EntityManager,
    block: RequestedBlock,
    by: ChangedBy,
    commandId: string,
  ): Promise<void> {
    const max = limits.access.blockRules;
    if (block.blocked && block.kind !== 'address' && (await countRules(transaction)) >= max) {
      throw new AppError('TOO_MANY_BLOCKS', { params: { max } });
    }
    const { kind, value, blocked, note } = block;
    await transaction
      .createQueryBuilder()
      .insert()
      .into(BlockEntity)
      .values({
        commandId,
        kind,
        value,
        blocked,
        note,
        searchText: foldForSearch(`${value}\n${note}`),
        bySession: by?.sessionRef ?? null,
        byName: by?.name ?? null,
      })
      .updateEntity(false)
      .execute();
  }

  /** Returns a page of the present blocks; undefined if the row `selection.after` is unknown. */
  present(selection: BlockSelection): Promise<BlocksPage | undefined> {
    return listPresent(this.blocks, selection);
  }

  /** Returns a page of all changes; undefined if the row `selection.after` is unknown. */
  history(selection: BlockSelection): Promise<BlocksPage | undefined> {
    return listChanges(this.blocks, selection);
  }

  rules(): Promise<BlockRules> {
    return currentRules(this.blocks);
  }

  /** Returns the number of the newest change; 0 before the first change. */
  newestNumber(): Promise<number> {
    return newestNumber(this.blocks);
  }

  /** Returns the state of every address that was ever blocked. */
  statesOfAddresses(): Promise<AddressState[]> {
    return statesOfAddresses(this.blocks);
  }

  /** Returns the blocks that concern each of the visitors, in their order. */
  async concerning(visitors: readonly BlockedVisitor[]): Promise<BlockTarget[][]> {
    const found = await blocksConcerning(this.blocks, visitors);
    const blocks = visitors.map((): BlockTarget[] => []);
    for (const { number, kind, value } of found) blocks[number - 1]?.push({ kind, value });
    return blocks;
  }

  /**
   * Returns the addresses that are blocked themselves or by their domain.
   *
   * @param transaction one that holds the lock of invitations, so no block is added until it ends
   */
  async blockedAmong(emailKeys: readonly string[], transaction?: Queryable): Promise<Set<string>> {
    const domains = new Map(emailKeys.map((key) => [key, domainKey(domainOfKey(key))]));
    const found = await blockedAmong(transaction ?? this.blocks, emailKeys, [...new Set(domains.values())]);
    const blocked = new Set(found.map(({ kind, value }) => `${kind} ${value}`));
    const isBlocked = (key: string) =>
      blocked.has(`address ${key}`) || blocked.has(`domain ${domains.get(key)}`);
    return new Set(emailKeys.filter(isBlocked));
  }
}
