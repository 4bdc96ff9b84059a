import { Client } from 'pg';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';

let analytics: RunningAnalytics;
let app: Client;

beforeAll(async () => {
  analytics = await startAnalytics();
  app = new Client({ connectionString: analytics.database.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app?.end();
  await analytics?.stop();
});

describe.each([
  'leads',
  'access_log',
  'terms_texts',
  'viewing_sessions',
  'progress_events',
  'segment_deliveries',
])('%s', (table) => {
  it('can be read by the application', async () => {
    expect((await app.query(`SELECT count(*)::int AS count FROM analytics.${table}`)).rows).toEqual([
      { count: 0 },
    ]);
  });
  it.each([
    `UPDATE analytics.${table} SET command_id = NULL`,
    `DELETE FROM analytics.${table}`,
    `TRUNCATE analytics.${table} CASCADE`,
  ])('is out of reach of %s', async (statement) => {
    await expect(
      app.query(statement.replace('command_id', table === 'terms_texts' ? 'text' : 'command_id')),
    ).rejects.toMatchObject({
      code: '42501',
    });
  });
  it('cannot be altered or dropped', async () => {
    await expect(app.query(`ALTER TABLE analytics.${table} ADD COLUMN extra text`)).rejects.toThrow(
      'must be owner',
    );
    await expect(app.query(`DROP TABLE analytics.${table} CASCADE`)).rejects.toThrow('must be owner');
  });
});
