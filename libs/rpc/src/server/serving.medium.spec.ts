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

it('reports a replica as serving only while callers can find it', async () => {
  server = new RpcListServer({ url: redis.url, service: 'reported', logger });
  expect(server.isServing).toBe(false);
  await listening();
  expect(server.isServing).toBe(true);
  await redis.kill9();
  await until(() => !server.isServing, { ...timeouts, what: 'the replica to become unreachable' });
  await redis.restart();
  await until(() => server.isServing, { ...timeouts, what: 'the replica to recover' });
  await server.close();
  expect(server.isServing).toBe(false);
});

it('does not report a replica as serving while Redis rejects it', async () => {
  const { port } = redis;
  const warnings: unknown[] = [];
  const countingLogger = { ...logger, warn: (...args: unknown[]) => void warnings.push(args) };
  server = new RpcListServer({
    url: `redis://:wrong@127.0.0.1:${port}`,
    service: 'reported',
    logger: countingLogger,
  });
  void server.listen(() => undefined);
  await until(() => warnings.length > 0, { ...timeouts, what: 'Redis to reject it' });
  expect(server.isServing).toBe(false);
});
