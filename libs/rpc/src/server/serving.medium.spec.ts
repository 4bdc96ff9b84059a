import { jest } from '@jest/globals';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import type { Redis } from 'ioredis';
import { serviceKeys } from '../wire/keys.js';
import { RpcListServer } from './rpc-list-server.js';

const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };
const timeouts = { deadlineMs: 20_000, everyMs: 50 };
let redis: TestRedis;
let server: RpcListServer;

beforeEach(async () => {
  redis = await startTestRedis();
});
afterEach(async () => {
  jest.restoreAllMocks();
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

it('announces a replica as soon as its last connection is open again', async () => {
  // Without the interval, only an event can lead to an announcement.
  jest.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined));
  server = new RpcListServer({ url: redis.url, service: 'reported', logger });
  await listening();
  const commands = server.unwrap<Redis>();
  const { alive } = serviceKeys('reported');
  await commands.del(alive);
  const clients = String(await commands.client('LIST'));
  const reader = /^id=(\d+) .* name=rpc-reported-reader /m.exec(clients)?.[1];
  expect(await commands.client('KILL', 'ID', Number(reader))).toBe(1);
  await until(async () => (await commands.exists(alive)) === 1, { ...timeouts, what: 'an announcement' });
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
