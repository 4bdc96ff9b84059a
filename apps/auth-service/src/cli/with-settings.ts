import { SettingsService } from '../settings/settings.service.js';
import { SettingsVersionEntity } from '../settings/settings-version.entity.js';
import { SettingsVersionRepository } from '../settings/settings-version.repository.js';
import { withDatabase } from './with-database.js';

/** Runs `work` with the settings in the database. Running services publish a change within 5 seconds. */
export const withSettings = <T>(work: (settings: SettingsService) => Promise<T>): Promise<T> =>
  withDatabase((dataSource) => {
    const versions = dataSource.getRepository(SettingsVersionEntity);
    return work(new SettingsService(new SettingsVersionRepository(versions)));
  });
