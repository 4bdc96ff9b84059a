import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import type { ChangedBy } from '../changed-by.js';
import { applyChange, type RequestedChange, type SettingsVersion } from './settings.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

/** Version before the first change. */
const NO_CHANGES: SettingsVersion = { version: 0, overrides: {} };

/** Stores what administrators changed from the defaults of the environment (docs/product.md#settings). */
@Injectable()
export class SettingsService {
  constructor(private readonly versions: SettingsVersionRepository) {}

  async current(): Promise<SettingsVersion> {
    return (await this.versions.newest()) ?? NO_CHANGES;
  }

  /**
   * Stores a change, unless it changes nothing or the command was stored before.
   *
   * @returns the version that the command led to
   * @throws AppError `SETTINGS_CHANGED` if the administrator saw another version than the newest one
   */
  async change(change: RequestedChange, by: ChangedBy, commandId: string): Promise<SettingsVersion> {
    const current = await this.current();
    if (current.version === change.version) {
      const overrides = applyChange(current.overrides, change);
      if (isDeepStrictEqual(overrides, current.overrides)) return current;
      // The version is the primary key, so of two concurrent changes only one is stored.
      await this.versions.insert(
        { version: current.version + 1, overrides },
        current.overrides,
        by,
        commandId,
      );
    }
    const stored = await this.versions.ofCommand(commandId);
    if (!stored) throw new AppError('SETTINGS_CHANGED');
    return stored;
  }
}
