import { Injectable } from '@nestjs/common';
import {
  type RpcParsedInput,
  type SettingsHistoryEntry,
  type SettingsHistoryPage,
  settingsLimits,
  type settingsRpc,
} from '@secure-preview/contracts';
import { foldForSearch } from '../listing/fold-for-search.js';
import { pageOf, unknownCursor } from '../listing/page-of.js';
import { changesBetween, type HistoryFilter, selectedPart } from './settings-history.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

/** Versions that a search reads at once. */
const BATCH = 200;

/** Lists who changed the settings (docs/product.md#settings). */
@Injectable()
export class SettingsHistoryService {
  constructor(private readonly versions: SettingsVersionRepository) {}

  /**
   * Returns a page of the changes, newest first. The cursor is the version of the last one.
   *
   * @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue
   */
  async list({
    limit,
    cursor,
    q = '',
    name,
  }: RpcParsedInput<typeof settingsRpc.methods.history>): Promise<SettingsHistoryPage> {
    const before = cursor === undefined ? null : versionOf(cursor);
    const filter = { search: foldForSearch(q), name };
    const isFiltered = filter.search !== '' || name !== undefined;
    const { found, total } = isFiltered
      ? await this.search(filter, before, limit + 1)
      : { found: await this.read(before, limit + 1), total: await this.versions.count() };
    const { rows: entries, nextCursor } = pageOf(found, limit, ({ version }) => String(version));
    return { entries, total, nextCursor };
  }

  /** Returns at most `count` changes before version `before`, or the newest ones. */
  private async read(before: number | null, count: number): Promise<SettingsHistoryEntry[]> {
    // One more version, because a change is the difference to the version before.
    const versions = await this.versions.list(before, count + 1);
    return versions.slice(0, count).map(({ version, at, byName, overrides }, index) => ({
      version,
      at,
      byName,
      changes: changesBetween(versions[index + 1]?.overrides ?? {}, overrides),
    }));
  }

  /** Returns at most `count` changes that match, and how many match in the whole history. Reads all of it. */
  private async search(filter: HistoryFilter, before: number | null, count: number) {
    const found: SettingsHistoryEntry[] = [];
    let total = 0;
    let last: number | null = null;
    do {
      const batch: SettingsHistoryEntry[] = await this.read(last, BATCH);
      for (const entry of batch) {
        const part = selectedPart(entry, filter);
        if (!part) continue;
        total += 1;
        if (found.length < count && (before === null || entry.version < before)) found.push(part);
      }
      last = batch.length < BATCH ? null : (batch.at(-1)?.version ?? null);
    } while (last !== null);
    return { found, total };
  }
}

function versionOf(cursor: string): number {
  const version = /^\d{1,10}$/.test(cursor) ? Number(cursor) : Number.POSITIVE_INFINITY;
  if (version > settingsLimits.maxVersion) throw unknownCursor();
  return version;
}
