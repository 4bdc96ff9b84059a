import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { storeWebhookEndpoint } from '@secure-preview/service-kit/outbox';
import type { Repository } from 'typeorm';
import type { ChangedBy } from '../changed-by.js';
import { endpointIdOf } from '../webhooks/webhook.js';
import type { Overrides, SettingsVersion } from './settings.js';
import { countVersions, type ListedVersion, listVersions } from './settings-history.queries.js';
import { SettingsVersionEntity } from './settings-version.entity.js';

/** Stores every version of the settings. Rows are never changed. */
@Injectable()
export class SettingsVersionRepository {
  constructor(
    @InjectRepository(SettingsVersionEntity) private readonly versions: Repository<SettingsVersionEntity>,
  ) {}

  /** Returns the newest version; undefined before the first change. */
  async newest(): Promise<SettingsVersion | undefined> {
    return (await this.versions.find({ order: { version: 'DESC' }, take: 1 }))[0];
  }

  /** Returns the number of the newest version, without its values; 0 before the first change. */
  async newestNumber(): Promise<number> {
    return (await this.versions.maximum('version')) ?? 0;
  }

  /** Returns the version that a command stored. */
  async ofCommand(commandId: string): Promise<SettingsVersion | undefined> {
    return (await this.versions.findOneBy({ commandId })) ?? undefined;
  }

  /** Returns at most `count` versions below `before`, or the newest ones, newest first. */
  list(before: number | null, count: number): Promise<ListedVersion[]> {
    return listVersions(this.versions, before, count);
  }

  /** Returns the number of all versions. */
  count(): Promise<number> {
    return countVersions(this.versions);
  }

  /**
   * Stores a version, unless the version or the command was stored before. If it changes the address of webhooks, the
   * notifier ends deliveries to the earlier one.
   *
   * @param before overrides of the version before
   */
  async insert(
    { version, overrides }: SettingsVersion,
    before: Overrides,
    by: ChangedBy,
    commandId: string,
  ): Promise<void> {
    await this.versions.manager.transaction(async (transaction) => {
      const { raw: stored } = await transaction
        .createQueryBuilder()
        .insert()
        .into(SettingsVersionEntity)
        .values({
          version,
          commandId,
          // The types of TypeORM do not allow for values of any type in JSON.
          overrides: overrides as object,
          bySession: by?.sessionRef ?? null,
          byName: by?.name ?? null,
        })
        .orIgnore()
        .returning('version')
        .updateEntity(false)
        .execute();
      const [from, to] = [before.webhookUrl ?? null, overrides.webhookUrl ?? null];
      if (stored.length === 0 || from === to) return;
      await storeWebhookEndpoint(transaction, to === null ? null : endpointIdOf(to));
    });
  }
}
