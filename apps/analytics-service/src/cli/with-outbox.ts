import { environmentOrExit } from '@secure-preview/service-kit';
import { roleUrls } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { analyticsDataSource } from '../database/data-source.js';
import { outboxDataSource, outboxRoles } from '../database/outbox/data-source.js';
import { analyticsEnvironment } from '../environment.js';

async function withDataSource<T>(
  options: ReturnType<typeof outboxDataSource>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Connects as the notifier, which may read and mark all rows of the outbox. */
export const withOutbox = <T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> =>
  withDataSource(outboxDataSource(roleUrls({ app: outboxRoles.app }).appUrl), work);

/** Connects as analytics-service, which may store mails and read their outcomes. */
export function withSender<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(analyticsEnvironment.pick({ DATABASE_URL: true }));
  return withDataSource(analyticsDataSource(DATABASE_URL), work);
}
