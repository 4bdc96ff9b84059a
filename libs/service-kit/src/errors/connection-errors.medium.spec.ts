import { startTestPostgres, type TestPostgres, until } from '@secure-preview/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { mapConnectionError } from './connection-errors.js';

let postgres: TestPostgres;
let db: DataSource;
beforeAll(async () => {
  postgres = await startTestPostgres();
  const { adminUrl } = await postgres.createDatabase();
  db = await new DataSource({ type: 'postgres', url: adminUrl }).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await postgres?.stop();
});

/** Terminates the connection of a transaction, and waits until TypeORM has released it. */
async function loseConnection({ queryRunner }: EntityManager, pid: number): Promise<void> {
  await db.query('SELECT pg_terminate_backend($1)', [pid]);
  await until(() => queryRunner?.isReleased, { what: 'the lost connection to be noticed' });
}

describe('a transaction that loses its connection between two statements', () => {
  it.each([
    ['its next statement', (manager: EntityManager) => manager.query('SELECT 1')],
    ['its commit', () => Promise.resolve()],
  ])('fails with SERVICE_UNAVAILABLE at %s', async (_, next) => {
    const transaction = db.transaction(async (manager) => {
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      await loseConnection(manager, pid);
      await next(manager);
    });
    const error = await transaction.catch((error: unknown) => error);
    expect(mapConnectionError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
