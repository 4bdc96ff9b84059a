import { tmpdir } from 'node:os';
import {
  type Check,
  callsRedisCheck,
  diskCheck,
  doctorCommand,
  postgresCheck,
} from '@secure-preview/service-kit/doctor';
import { MEDIA_SCHEMA, mediaMigrations } from '../database/data-source.js';
import { latestObjectKeys } from '../doctor/latest-objects.queries.js';
import { queueState, readWrappedKeys } from '../doctor/media-state.queries.js';
import { mediaSecretCheck, programsCheck, queueCheck } from '../doctor/processing-checks.js';
import { browserAddressCheck, objectStoreCheck } from '../doctor/storage-checks.js';
import { type MediaEnvironment, mediaEnvironment, workerEnvironment } from '../environment.js';
import { S3ObjectStore } from '../storage/s3/s3-object-store.js';
import { withDatabase } from './with-media.js';

/** Bytes for three times the largest upload with its renditions. */
const MIN_WORK_SPACE = 4e9;
const MIN_DATA_SPACE = 10e9;

/**
 * Returns the checks for workers: the programs and disk space. Workers may use another disk (`MEDIA_WORK_DIR`).
 */
function workerChecks({ FFMPEG_PATH, FFPROBE_PATH }: MediaEnvironment): Check[] {
  const { PORTAL_DATA_DIR: dataDir, MEDIA_WORK_DIR: workDir = tmpdir() } = process.env;
  return [
    programsCheck(FFMPEG_PATH, FFPROBE_PATH),
    diskCheck(workDir, MIN_WORK_SPACE, 'processing'),
    ...(dataDir ? [diskCheck(dataDir, MIN_DATA_SPACE, 'the data of the portal')] : []),
  ];
}

function checks(settings: MediaEnvironment, redis: Check[], portalUrl: string | undefined): Check[] {
  const store = new S3ObjectStore(settings);
  const { MEDIA_SECRET, MEDIA_SECRET_PREVIOUS } = settings;
  return [
    postgresCheck({ url: settings.DATABASE_URL, schema: MEDIA_SCHEMA, migrations: mediaMigrations }),
    ...redis,
    objectStoreCheck(store, settings.S3_BUCKET, () => withDatabase(latestObjectKeys)),
    browserAddressCheck(store, settings, portalUrl),
    mediaSecretCheck(() => withDatabase(readWrappedKeys), MEDIA_SECRET, MEDIA_SECRET_PREVIOUS),
    queueCheck(() => withDatabase(queueState)),
    ...(settings.MEDIA_ROLE === 'api' ? [] : workerChecks(settings)),
  ];
}

export const doctor =
  process.env['MEDIA_ROLE'] === 'worker'
    ? doctorCommand('media-service', workerEnvironment, (settings, { portalUrl }) =>
        checks(settings, [], portalUrl),
      )
    : doctorCommand('media-service', mediaEnvironment, (settings, { portalUrl }) =>
        checks(settings, [callsRedisCheck(settings)], portalUrl),
      );
