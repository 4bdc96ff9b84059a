import { randomUUID } from 'node:crypto';
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
  'access_log_entries',
  'terms_texts',
  'viewing_sessions',
  'progress_events',
  'playback_grants',
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
  ])('denies the application %s', async (statement) => {
    const column = { terms_texts: 'text', playback_grants: 'ago_ms' }[table] ?? 'command_id';
    await expect(app.query(statement.replace('command_id', column))).rejects.toMatchObject({
      code: '42501',
    });
  });
  it('cannot be altered or dropped by the application', async () => {
    await expect(app.query(`ALTER TABLE analytics.${table} ADD COLUMN extra text`)).rejects.toThrow(
      'must be owner',
    );
    await expect(app.query(`DROP TABLE analytics.${table} CASCADE`)).rejects.toThrow('must be owner');
  });
});

describe('the time of evidence', () => {
  const id = () => randomUUID();
  const ids = () => ({ command_id: id(), session_ref: id(), lead_id: id() });
  const rows: readonly [table: string, time: string, row: Record<string, unknown>][] = [
    ['terms_texts', 'first_shown_at', { sha256: 'x', version: '1', text: 'x' }],
    ['leads', 'captured_at', { id: id(), command_id: id(), name: 'A', email: 'a@example.org' }],
    ['access_log_entries', 'at', ids()],
    ['viewing_sessions', 'started_at', { id: id(), ...ids(), ip: '::1' }],
    ['progress_events', 'at', { viewing_session_id: id(), command_id: id(), claimed_seconds: 1 }],
    ['segment_deliveries', 'recorded_at', { number: 0, ...ids(), ago_ms: 0 }],
  ];

  it.each(rows)('is set only by Postgres in %s', async (table, time, row) => {
    const values = { ...row, [time]: '2020-01-01T00:00:00Z' };
    const columns = Object.keys(values);
    await expect(
      app.query(
        `INSERT INTO analytics.${table} (${columns.join(', ')}) VALUES (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(values),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('is at most ten minutes in the past for a delivery', async () => {
    const delivery = (agoMs: number) =>
      app.query(
        `INSERT INTO analytics.segment_deliveries
           (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id, kind, position, played, whole, ago_ms)
         VALUES ($1, 0, $1, $1, '::1', $1, $1, 'video', 1, '[0,4000)', true, $2)
         RETURNING extract(epoch FROM recorded_at - at)::float8 AS ago`,
        [id(), agoMs],
      );
    for (const agoMs of [-1, 600_001]) {
      await expect(delivery(agoMs)).rejects.toMatchObject({ code: '23514' });
    }
    expect((await delivery(600_000)).rows).toEqual([{ ago: 600 }]);
  });

  it('is set by Postgres for a first grant, at most twelve hours in the past', async () => {
    const grant = (column: string, value: unknown) =>
      app.query(
        `INSERT INTO analytics.playback_grants (lead_id, trailer_id, ${column}) VALUES ($1, $1, $2) RETURNING ago_ms`,
        [id(), value],
      );
    await expect(grant('recorded_at', '2020-01-01T00:00:00Z')).rejects.toMatchObject({ code: '42501' });
    for (const agoMs of [-1, 43_200_001]) {
      await expect(grant('ago_ms', agoMs)).rejects.toMatchObject({ code: '23514' });
    }
    expect((await grant('ago_ms', 43_200_000)).rows).toEqual([{ ago_ms: 43_200_000 }]);
  });
});
