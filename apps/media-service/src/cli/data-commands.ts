import { command, env, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { backupData, type DataOwner, restoreData } from '@secure-preview/service-kit/backup';
import { LastBackupRepository } from '../backup/last-backup.repository.js';
import { mediaRestoreHooks } from '../backup/restore-media.js';
import { mediaSaveHooks } from '../backup/save-media.js';
import { MEDIA_SCHEMA, mediaMigrations, mediaRoles } from '../database/data-source.js';
import { installJobsSchema } from '../database/jobs-schema.js';
import { mediaEnvironment } from '../environment.js';
import { ClipAttemptRepository } from '../identification/clip/clip-attempt.repository.js';
import { enqueueForgotten } from '../processing/forgotten-trailers.queries.js';
import { SecretBox } from '../secrets/secret-box.js';
import { objectStore, withDatabase } from './with-media.js';

const owner: DataOwner = {
  service: 'media-service',
  schema: MEDIA_SCHEMA,
  roles: mediaRoles,
  migrations: mediaMigrations,
  afterMigrations: installJobsSchema,
  // An empty portal may have a row in this table if it was backed up before its first trailer.
  seededTables: ['last_backups'],
};
const backupEnvironment = mediaEnvironment.pick({
  DATABASE_URL: true,
  MEDIA_SECRET: true,
  MEDIA_SECRET_PREVIOUS: true,
});

export const backupMedia = backupData(
  owner,
  () => environmentOrExit(backupEnvironment),
  () => {
    const { MEDIA_SECRET: current, MEDIA_SECRET_PREVIOUS: previous = null } =
      environmentOrExit(backupEnvironment);
    return mediaSaveHooks(objectStore(), { current, previous });
  },
);

export const restoreMedia = restoreData(
  owner,
  () => environmentOrExit(backupEnvironment.extend({ DATABASE_ADMIN_URL: env.postgresUrl })),
  ({ MEDIA_SECRET }) =>
    mediaRestoreHooks(objectStore(true), new SecretBox(MEDIA_SECRET), () =>
      withDatabase(async (dataSource) => {
        await new LastBackupRepository(dataSource).forget();
        await enqueueForgotten(dataSource);
        await new ClipAttemptRepository(dataSource).enqueueForgotten();
      }),
    ),
);

export const storeBackupTime = command({
  summary: 'Store the time of a complete backup',
  usage:
    'Usage: portal record-backup\n\nUsed by `portal backup`, for alerts about the age of the last backup.',
  options: {},
  run: () =>
    withErrorPrefix(
      'The time of this backup was not stored, so alerts still use the previous time',
      async () => {
        await withDatabase((dataSource) => new LastBackupRepository(dataSource).record());
        return exitCode.done;
      },
    ),
});
