import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { watchConnection } from './watch-connection.js';

let server: TestRedis;
let connection: Redis;
let observer: Redis;
let unwatch: () => void;
beforeAll(async () => {
  server = await startTestRedis();
  [connection, observer] = [new Redis(server.url), new Redis(server.url)];
  unwatch = watchConnection(connection);
});
afterAll(async () => {
  unwatch?.();
  for (const redis of [connection, observer]) redis?.disconnect();
  await server?.stop();
});

/** Returns how often the server was pinged. */
async function pings(): Promise<number> {
  return Number(/cmdstat_ping:calls=(\d+)/.exec(await observer.info('commandstats'))?.[1] ?? 0);
}

it('pings a connection that receives nothing, and no busy one', async () => {
  await until(async () => (await pings()) > 1, { what: 'an idle connection to be pinged' });
  const before = await pings();
  // Lasts for five checks, of which the first may find a connection that was idle before.
  const stop = performance.now() + 2500;
  for (let written = 0; performance.now() < stop; written += 1) await connection.set('key', written);
  expect((await pings()) - before).toBeLessThanOrEqual(1);
});
