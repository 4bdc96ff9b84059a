import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { postgresOptions } from './postgres-options.js';
import { prepared } from './prepared.js';
import { execute, queryRow, queryRows } from './query.js';

const TITLE = prepared('SELECT title FROM films WHERE id = $1');
const ADD = prepared('INSERT INTO films (id, title) VALUES ($1, $2)');
const film = z.object({ title: z.string() });

let postgres: TestPostgres;
let db: DataSource;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const { adminUrl } = await postgres.createDatabase();
  // One connection, because each prepares statements for itself.
  const options = postgresOptions({ url: adminUrl, schema: 'public', entities: [], poolSize: 1 });
  db = await new DataSource(options).initialize();
  await execute(db, 'CREATE TABLE films (id int PRIMARY KEY, title text)');
});
afterAll(async () => {
  await db?.destroy();
  await postgres?.stop();
});

/** Returns how often prepared statements were executed on the connection. */
function executions(): Promise<{ statement: string; count: number }[]> {
  return queryRows(
    db,
    z.object({ statement: z.string(), count: z.int() }),
    `SELECT statement, (generic_plans + custom_plans)::int AS count FROM pg_prepared_statements ORDER BY statement`,
  );
}

it('prepares marked statements once for each connection, also within transactions', async () => {
  await execute(db, ADD, [1, 'One']);
  await db.transaction((manager) => execute(manager, ADD, [2, 'Two']));
  for (const [id, title] of [
    [1, 'One'],
    [2, 'Two'],
  ])
    expect(await queryRow(db, film, TITLE, [id])).toEqual({ title });
  expect(await executions()).toEqual([
    { statement: ADD, count: 2 },
    { statement: TITLE, count: 2 },
  ]);
});

it('does not prepare other statements', async () => {
  await queryRow(db, film, 'SELECT title FROM films WHERE id < $1', [2]);
  expect((await executions()).map(({ statement }) => statement)).toEqual([ADD, TITLE]);
});

it('goes on after a failed execution, and after a migration has added a column', async () => {
  await expect(execute(db, ADD, [1, 'Again'])).rejects.toThrow('films_pkey');
  await execute(db, 'ALTER TABLE films ADD COLUMN seconds int');
  await execute(db, ADD, [3, 'Three']);
  expect(await queryRow(db, film, TITLE, [3])).toEqual({ title: 'Three' });
});
