// Preloaded module that turns a service or gateway into a future version, whose schema, calls and responses have the
// additions that ADR 15 allows.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const app = process.cwd();
const require = createRequire(join(app, 'package.json'));

class ExpandNext1990000000001 {
  // Alters one table after the other, as separate migrations would: locking two at once could deadlock with a
  // request. A statement that waits too long for a lock is retried from the start.
  transaction = false;
  async up(runner) {
    const tables = await runner.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
       AND tablename NOT IN ('schema_migrations', 'next_notes')`,
    );
    for (const { name } of tables) {
      await runner.query(`ALTER TABLE "${name}" ADD COLUMN IF NOT EXISTS next_note text,
        ADD COLUMN IF NOT EXISTS next_count integer NOT NULL DEFAULT 0`);
    }
    await runner.query(
      'CREATE TABLE IF NOT EXISTS next_notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text)',
    );
  }
  async down() {}
}

class IndexNext1990000000002 {
  transaction = false;
  async up(runner) {
    const [{ name }] = await runner.query(
      `SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = current_schema()
       AND relname NOT IN ('schema_migrations', 'next_notes') ORDER BY n_live_tup DESC LIMIT 1`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS next_by_count');
    await runner.query(`CREATE INDEX CONCURRENTLY next_by_count ON "${name}" (next_count)`);
  }
  async down() {}
}

const schema = join(app, 'dist/database/data-source.js');
if (existsSync(schema)) {
  const lists = Object.values(await import(pathToFileURL(schema).href)).filter(Array.isArray);
  if (lists.length !== 1) throw new Error(`no list of migrations in ${schema}`);
  lists[0].push(ExpandNext1990000000001, IndexNext1990000000002);
}

const ADDITION = { nextVersionField: { kind: 'unknown' } };
const withAddition = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...ADDITION } : value;

const { RpcListClient, RpcListServer } = await import(
  pathToFileURL(require.resolve('@secure-preview/rpc')).href
);

const { call } = RpcListClient.prototype;
RpcListClient.prototype.call = function callWithAddition(service, method, input, context) {
  return call.call(this, service, method, withAddition(input), context);
};

/** Returns the last value of a handler's result. */
const lastValueOf = (answer) =>
  typeof answer?.subscribe !== 'function'
    ? answer
    : new Promise((resolve, reject) => {
        let last;
        const next = (value) => {
          last = value;
        };
        answer.subscribe({ next, error: reject, complete: () => resolve(last) });
      });
const { addHandler } = RpcListServer.prototype;
RpcListServer.prototype.addHandler = function addHandlerWithAddition(pattern, handler, ...rest) {
  const answer = async (...args) => withAddition(await lastValueOf(await handler(...args)));
  return addHandler.call(this, pattern, answer, ...rest);
};
