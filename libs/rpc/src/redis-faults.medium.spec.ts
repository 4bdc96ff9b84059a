import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { probeRpc } from './testing/probe.contract.js';
import { Replica } from './testing/replica.js';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.js';

/** Discards log lines: the faults here are injected. */
const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe('a remote call', () => {
  let redis: TestRedis;
  let transport: RpcListClient;
  let replica: Replica;
  const client = () => createRpcClient(probeRpc, transport);
  const waitForAnswer = () =>
    until(async () => (await client().echo({ text: 'again' })).text === 'again', { deadlineMs: 20_000 });

  beforeAll(async () => {
    redis = await startTestRedis();
    transport = new RpcListClient({ url: redis.url, logger });
    [replica] = await Promise.all([Replica.start({ url: redis.url }), transport.connect()]);
  });
  afterAll(async () => {
    await transport?.close();
    await replica?.kill9();
    await redis?.stop();
  });

  it('fails at once when Redis is killed, and is answered when Redis is back', async () => {
    const callInProgress = client().sleep({ ms: 3000 });
    await until(async () => (await replica.runs())['sleep'] === 1);
    const failed = expect(callInProgress).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await redis.kill9();
    await failed;
    await until(() => !transport.isReady());
    await expect(client().echo({ text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await transport.isServed('probe')).toBe(false);
    await redis.restart();
    await waitForAnswer();
    // The announcement before the restart may end just after it led to an answer.
    await until(() => transport.isServed('probe'), { what: 'a new announcement' });
  });

  it('is answered after Redis was restarted several times', async () => {
    for (let round = 0; round < 3; round += 1) {
      await redis.restart();
      await waitForAnswer();
    }
  });

  it('is answered after Redis was wiped, without a restart of any process', async () => {
    await redis.flush();
    await waitForAnswer();
  });
});

describe('when a connection to Redis transfers no more data but is not closed', () => {
  let redis: TestRedis;
  let proxy: TcpProxy;
  let transport: RpcListClient;
  let replica: Replica;
  const throughProxy = () => redis.url.replace(`:${redis.port}`, `:${proxy.port}`);
  const client = () => createRpcClient(probeRpc, transport);

  beforeEach(async () => {
    redis = await startTestRedis();
    proxy = await startTcpProxy(redis.port);
  });
  afterEach(async () => {
    await transport?.close();
    await replica?.kill9();
    await proxy?.close();
    await redis?.stop();
  });
  const waitForAnswer = () =>
    until(async () => (await client().echo({ text: 'again' })).text === 'again', { deadlineMs: 20_000 });

  it.each(['client', 'service'] as const)(
    'fails calls on the side of the %s, and answers them when data flows again',
    async (side) => {
      transport = new RpcListClient({ url: side === 'client' ? throughProxy() : redis.url, logger });
      [replica] = await Promise.all([
        Replica.start({ url: side === 'service' ? throughProxy() : redis.url, storeUrl: redis.url }),
        transport.connect(),
      ]);
      await client().echo({ text: 'before' });

      proxy.freeze();
      const outcomes = await Promise.allSettled([client().echo({ text: '1' }), client().echo({ text: '2' })]);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { code: expect.stringMatching(/SERVICE_UNAVAILABLE|DEADLINE_EXCEEDED/) },
        });

      proxy.thaw();
      await waitForAnswer();
    },
  );
});
