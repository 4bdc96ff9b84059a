import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RpcListClient, RpcListServer } from '@secure-preview/rpc';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import { services } from '../rpc/rpc.module.js';
import { gatewayCheck, servingCheck } from './serving-checks.js';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
let redis: TestRedis;

beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis?.stop());

it('reports a service without replicas and a missing gateway', async () => {
  const serving = services.map((service) => new RpcListServer({ url: redis.url, service, logger }));
  const gateway = new RpcListClient({ url: redis.url, logger });
  // Calls services as well, and is no gateway.
  const analytics = new RpcListClient({ url: redis.url, logger, caller: 'analytics' });
  const runCheck = async () => [await servingCheck({ RPC_REDIS_URL: redis.url }).run()].flat();
  try {
    await Promise.all([gateway.connect(), analytics.connect()]);
    await Promise.all(serving.map((server) => new Promise<unknown>((done) => void server.listen(done))));
    expect(await runCheck()).toEqual([
      { state: 'ok', finding: '1 gateway connected' },
      ...services.map((service) => ({ state: 'ok', finding: `1 replica of ${service}-service` })),
    ]);
    await serving[services.indexOf('analytics')]?.close();
    await gateway.close();
    expect((await runCheck()).filter(({ state }) => state !== 'ok')).toEqual([
      expect.objectContaining({ state: 'error', finding: expect.stringContaining('no gateway') }),
      expect.objectContaining({ finding: 'no replica of analytics-service takes calls' }),
    ]);
  } finally {
    await Promise.all([gateway.close(), analytics.close(), ...serving.map((server) => server.close())]);
  }
});

it('reports an error when Redis cannot be reached', async () => {
  expect(await servingCheck({ RPC_REDIS_URL: 'redis://127.0.0.1:1' }).run()).toEqual([
    expect.objectContaining({ state: 'error', remedy: 'See “redis (calls)”.' }),
  ]);
});

it.each([
  [200, 200, 'ok'],
  [503, 200, 'error'],
  [404, 200, 'error'],
  [200, 421, 'error'],
])('checks a portal that answers %d to readiness and %d to other requests', async (ready, pages, state) => {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/api/health/ready' ? ready : pages).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await gatewayCheck(`http://127.0.0.1:${port}/`).run()).toMatchObject({ state });
  server.closeAllConnections();
  server.close();
});

it('reports a warning for a URL that this machine cannot reach', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await gatewayCheck(`http://127.0.0.1:${port}`).run()).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining('ECONNREFUSED'),
  });
});
