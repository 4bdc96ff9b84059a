import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { RpcListServer } from './rpc-list-server.js';

const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };
const timeouts = { deadlineMs: 20_000, everyMs: 50 };
let redis: TestRedis;
let server: RpcListServer;

beforeEach(async () => {
  redis = await startTestRedis();
});
afterEach(async () => {
  await server?.close();
  await redis?.stop();
});

const listening = () => new Promise<unknown>((resolve) => void server.listen(resolve));

it('reports that a replica serves while callers find it, and only then', async () => {
  server = new RpcListServer({ url: redis.url, service: 'reported', logger });
  expect(server.isServing).toBe(false);
  await listening();
  expect(server.isServing).toBe(true);
  await redis.kill9();
  await until(() => !server.isServing, { ...timeouts, what: 'the replica to be out of reach' });
  await redis.restart();
  await until(() => server.isServing, { ...timeouts, what: 'the replica to be back' });
  await server.close();
  expect(server.isServing).toBe(false);
});

it('does not report a replica as serving while Redis rejects it', async () => {
  const { port } = redis;
  const refusals: unknown[] = [];
  const counting = { ...logger, warn: (...args: unknown[]) => void refusals.push(args) };
  server = new RpcListServer({
    url: `redis://:wrong@127.0.0.1:${port}`,
    service: 'reported',
    logger: counting,
  });
  void server.listen(() => undefined);
  await until(() => refusals.length > 0, { ...timeouts, what: 'Redis to refuse it' });
  expect(server.isServing).toBe(false);
});
