import { type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CreateMedia1700000000001 } from './migrations/1700000000001-create-media.js';

/** Postgres schema that belongs to this service alone. */
export const MEDIA_SCHEMA = 'media';
/** Schema of the job library's own tables, part of the same service. */
export const JOBS_SCHEMA = 'media_jobs';

export const mediaMigrations: Migrations = [CreateMedia1700000000001];

/** Connection settings for the running service. */
export function mediaDataSource(url: string) {
  return postgresOptions({ url, schema: MEDIA_SCHEMA, entities: [] });
}
