import { entityFindings, MIGRATIONS_TABLE } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { OUTBOX_SCHEMA, outboxDataSource } from './data-source.js';

let outbox: RunningOutbox;

beforeAll(async () => {
  outbox = await RunningOutbox.start();
});
afterAll(() => outbox?.stop());

it('describes each column of the migrated schema in an entity', async () => {
  const dataSource = await new DataSource(outboxDataSource(outbox.database.urlOf('notifier'))).initialize();
  expect(await entityFindings(dataSource, OUTBOX_SCHEMA, [MIGRATIONS_TABLE])).toEqual([]);
  await dataSource.destroy();
});
