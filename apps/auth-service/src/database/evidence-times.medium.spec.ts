import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let app: Client;

beforeAll(async () => {
  auth = await startAuth();
  app = new Client({ connectionString: auth.databaseUrl });
  await app.connect();
});
afterAll(async () => {
  await app?.end();
  await auth?.stop();
});

const id = () => randomUUID();

describe.each([
  ['staff_sessions', 'since', { session_ref: id(), lead_id: id(), ip: '::1', user_agent: 'test' }],
  ['ended_visits', 'at', { command_id: id(), lead_id: id(), ended: true, by_session: id() }],
  [
    'ended_playbacks',
    'at',
    { command_id: id(), lead_id: id(), trailer_id: id(), ended: true, by_session: id() },
  ],
  ['blocks', 'at', { command_id: id(), kind: 'domain', value: 'kino.example', blocked: true, note: '' }],
])('%s', (table, time, row) => {
  const insert = (values: object) => {
    const placeholders = Object.keys(values).map((_, n) => `$${n + 1}`);
    return app.query(
      `INSERT INTO auth.${table} (${Object.keys(values)}) VALUES (${placeholders})
       RETURNING abs(extract(epoch FROM clock_timestamp() - ${time})) < 60 AS recent`,
      Object.values(values),
    );
  };

  it('rejects a time set by the service', async () => {
    await expect(insert({ ...row, [time]: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ code: '42501' });
  });
  it('records the time of Postgres', async () => {
    expect((await insert(row)).rows).toEqual([{ recent: true }]);
  });
  it.each(['UPDATE %t SET %c = NULL', 'DELETE FROM %t'])('denies the service %s', async (sql) => {
    const statement = sql.replace('%t', `auth.${table}`).replace('%c', time);
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
