import { AppError } from '@secure-preview/contracts';
import { environmentOrExit } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { mediaDataSource } from '../database/data-source.js';
import { mediaEnvironment } from '../environment.js';
import { S3ObjectStore } from '../storage/s3/s3-object-store.js';

/** Connects to the database while `work` runs. */
export async function withDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(mediaEnvironment.pick({ DATABASE_URL: true }));
  const dataSource = await new DataSource(mediaDataSource(DATABASE_URL)).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Creates the object store of the environment.
 *
 * @param mayCreateBucket whether a missing bucket may be created
 */
export function objectStore(mayCreateBucket = false): S3ObjectStore {
  return new S3ObjectStore(
    environmentOrExit(
      mediaEnvironment.pick({
        S3_ENDPOINT: true,
        S3_REGION: true,
        S3_BUCKET: true,
        S3_ACCESS_KEY_ID: true,
        S3_SECRET_ACCESS_KEY: true,
      }),
    ),
    async () => mayCreateBucket,
  );
}

/** Rewords the error of an unavailable store for the operator; returns any other error unchanged. */
export function toOperatorError(error: unknown): unknown {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
    ? new Error('object storage is unavailable or returned an error.')
    : error;
}
