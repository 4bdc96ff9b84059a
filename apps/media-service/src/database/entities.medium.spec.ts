import 'reflect-metadata';
import { entityFindings, MIGRATIONS_TABLE } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { MEDIA_SCHEMA, mediaDataSource } from './data-source.js';

let servers: MediaServers;
let dataSource: DataSource;

beforeAll(async () => {
  servers = await startMediaServers();
  dataSource = await new DataSource(mediaDataSource(servers.environment.DATABASE_URL)).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await servers?.stop();
});

it('has an entity with the same columns for each table of the schema', async () => {
  expect(await entityFindings(dataSource, MEDIA_SCHEMA, [MIGRATIONS_TABLE])).toEqual([]);
});
