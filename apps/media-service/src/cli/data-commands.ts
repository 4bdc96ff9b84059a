import { command, env, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { backupData, type DataOwner, restoreData } from '@secure-preview/service-kit/backup';
import { LastBackupRepository } from '../backup/last-backup.repository.js';
import { restoringMedia } from '../backup/restore-media.js';
import { savingMedia } from '../backup/save-media.js';
import { MEDIA_SCHEMA, mediaMigrations, mediaRoles } from '../database/data-source.js';
import { installJobsSchema } from '../database/jobs-schema.js';
import { mediaEnvironment } from '../environment.js';
import { resumeForgotten } from '../processing/forgotten-trailers.queries.js';
import { SecretBox } from '../secrets/secret-box.js';
import { objectStore, withDatabase } from './with-media.js';

const owner: DataOwner = {
  service: 'media-service',
  schema: MEDIA_SCHEMA,
  roles: mediaRoles,
  migrations: mediaMigrations,
  afterMigrations: installJobsSchema,
  // A portal without any trailer may have been backed up.
  seededTables: ['last_backup'],
};
const reading = mediaEnvironment.pick({
  DATABASE_URL: true,
  MEDIA_SECRET: true,
  MEDIA_SECRET_PREVIOUS: true,
});

export const backupMedia = backupData(
  owner,
  () => environmentOrExit(reading),
  () => {
    const { MEDIA_SECRET: current, MEDIA_SECRET_PREVIOUS: previous = null } = environmentOrExit(reading);
    return savingMedia(objectStore(), { current, previous });
  },
);

export const restoreMedia = restoreData(
  owner,
  () => environmentOrExit(reading.extend({ DATABASE_ADMIN_URL: env.postgresUrl })),
  ({ MEDIA_SECRET }) =>
    restoringMedia(objectStore(true), new SecretBox(MEDIA_SECRET), () =>
      withDatabase(async (dataSource) => {
        await new LastBackupRepository(dataSource).forget();
        await resumeForgotten(dataSource);
      }),
    ),
);

export const storeBackupTime = command({
  summary: 'Store that a good backup was just completed',
  usage:
    'Usage: portal record-backup\n\nUsed by `portal backup`, for the alerts about the age of the last one.',
  options: {},
  run: () =>
    withErrorPrefix('The time of this backup was not stored; alerts will not know it', async () => {
      await withDatabase((dataSource) => new LastBackupRepository(dataSource).record());
      return exitCode.done;
    }),
});
