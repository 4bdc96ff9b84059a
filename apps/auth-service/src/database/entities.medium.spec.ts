import { entityFindings, MIGRATIONS_TABLE } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { AUTH_SCHEMA, authDataSource } from './data-source.js';

let auth: RunningAuth;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  dataSource = await new DataSource(authDataSource(auth.databaseUrl)).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await auth?.stop();
});

it('maps every column of the migrated schema', async () => {
  expect(await entityFindings(dataSource, AUTH_SCHEMA, [MIGRATIONS_TABLE])).toEqual([]);
});
