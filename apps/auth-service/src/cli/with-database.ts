import { environmentOrExit } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { authDataSource } from '../database/data-source.js';
import { authEnvironment } from '../environment.js';

/** Runs `work` with a connection to the database of the service. */
export async function withDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(authEnvironment.pick({ DATABASE_URL: true }));
  const dataSource = await new DataSource(authDataSource(DATABASE_URL)).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
