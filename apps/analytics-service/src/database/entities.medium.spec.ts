import { entityFindings, MIGRATIONS_TABLE } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ANALYTICS_SCHEMA } from './data-source.js';

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics?.stop());

it('describes each column of the migrated schema in an entity', async () => {
  const dataSource = (await analytics.replica()).get(DataSource);
  expect(await entityFindings(dataSource, ANALYTICS_SCHEMA, [MIGRATIONS_TABLE])).toEqual([]);
});
