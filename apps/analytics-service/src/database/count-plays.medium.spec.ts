import { randomUUID } from 'node:crypto';
import { type Migrations, runMigrations } from '@secure-preview/service-kit/postgres';
import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { logger } from '../testing/running-analytics.js';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './data-source.js';
import { CountPlaysAndRanges1795799400000 } from './migrations/20261127T171000-count-plays-and-ranges.js';

let postgres: TestPostgres;
let owner: DataSource;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(async () => {
  await owner?.destroy();
  await postgres?.stop();
});

it('counts the plays and ranges that an earlier version stored', async () => {
  const { adminUrl, appUrl } = await postgres.createDatabase();
  const migrate = (migrations: Migrations) =>
    runMigrations({ adminUrl, appUrl, schema: ANALYTICS_SCHEMA, migrations, logger });
  await migrate(analyticsMigrations.slice(0, analyticsMigrations.indexOf(CountPlaysAndRanges1795799400000)));
  owner = await new DataSource({ type: 'postgres', url: adminUrl }).initialize();
  const [leadId, trailerId] = [randomUUID(), randomUUID()];
  const view = async (trailer: string | null, playsFrom: number[], ranges: number[][]) => {
    const id = randomUUID();
    await owner.query(
      `INSERT INTO analytics.viewing_sessions (id, command_id, session_ref, lead_id, ip, trailer_id)
       VALUES ($1, $1, $1, $2, '203.0.113.1', $3)`,
      [id, leadId, trailer],
    );
    await owner.query(
      `INSERT INTO analytics.viewing_summaries (viewing_session_id, plays_from, plays_to, ranges)
       VALUES ($1, $2, $2, $3)`,
      [id, playsFrom, JSON.stringify(ranges)],
    );
  };
  for (const trailer of [trailerId, null, randomUUID()])
    await owner.query('INSERT INTO analytics.watched_summaries (lead_id, trailer_id) VALUES ($1, $2)', [
      leadId,
      trailer,
    ]);
  await view(trailerId, [0, 5], [[0, 1]]);
  await view(
    trailerId,
    [7],
    [
      [0, 1],
      [2, 3],
    ],
  );
  await view(null, [], [[0, 1]]);
  await migrate(analyticsMigrations);
  expect(
    await owner.query(
      `SELECT play_count AS plays, range_count AS ranges FROM analytics.watched_summaries ORDER BY range_count DESC`,
    ),
  ).toEqual([
    { plays: 3, ranges: 3 },
    { plays: 0, ranges: 1 },
    { plays: 0, ranges: 0 },
  ]);
});
