import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { execute, queryRow, queryRows } from './query.js';

let postgres: TestPostgres;
let db: DataSource;
const film = z.object({ id: z.int(), title: z.string() });

beforeAll(async () => {
  postgres = await startTestPostgres();
  const { adminUrl } = await postgres.createDatabase();
  db = await new DataSource({ type: 'postgres', url: adminUrl }).initialize();
  await execute(db, 'CREATE TABLE films (id int PRIMARY KEY, title text)');
});
afterAll(async () => {
  await db?.destroy();
  await postgres?.stop();
});
beforeEach(async () => {
  await execute(db, 'TRUNCATE films');
  await execute(db, `INSERT INTO films VALUES (1, 'One'), (2, 'Two'), (3, NULL)`);
});

it('returns parsed rows of a query, and of statements with RETURNING', async () => {
  const [first, second] = [
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ];
  expect(await queryRows(db, film, 'SELECT * FROM films WHERE id < $1 ORDER BY id', [3])).toEqual([
    first,
    second,
  ]);
  expect(await queryRows(db, film, `UPDATE films SET title = 'New' WHERE id = 1 RETURNING *`)).toEqual([
    { id: 1, title: 'New' },
  ]);
  expect(await queryRows(db, film, `INSERT INTO films VALUES (4, 'Four') RETURNING *`)).toEqual([
    { id: 4, title: 'Four' },
  ]);
  expect(await queryRow(db, film, 'DELETE FROM films WHERE id = 2 RETURNING *')).toEqual(second);
  expect(await queryRow(db, film, 'SELECT * FROM films WHERE id = 2')).toBeUndefined();
});

it('rejects a row that does not match its schema', async () => {
  await expect(queryRows(db, film, 'SELECT * FROM films')).rejects.toThrow(z.ZodError);
});

it('returns the number of changed rows', async () => {
  expect(await execute(db, 'UPDATE films SET title = NULL WHERE id < $1', [3])).toBe(2);
  expect(await execute(db, 'DELETE FROM films WHERE id > 7')).toBe(0);
});

it('runs within a transaction', async () => {
  await db
    .transaction(async (manager) => {
      await execute(manager, 'DELETE FROM films');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await queryRow(db, z.object({ n: z.int() }), 'SELECT count(*)::int AS n FROM films')).toEqual({
    n: 3,
  });
});
