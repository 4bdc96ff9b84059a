import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '@secure-preview/contracts';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { load } from './testing/load.js';
import { probeRpc } from './testing/probe.contract.js';
import { Replica } from './testing/replica.js';
import { serviceKeys } from './wire/keys.js';

const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };
let redis: TestRedis;
let transport: RpcListClient;
let replica: Replica;
const client = () => createRpcClient(probeRpc, transport);
const start = async (options: { maxInFlight: number; maxQueued: number }) => {
  replica = await Replica.start({ url: redis.url, ...options });
};
const waiting = async () => (await transport.queueOf('probe'))?.waiting;

beforeAll(async () => {
  redis = await startTestRedis();
  transport = new RpcListClient({ url: redis.url, logger });
  await transport.connect();
});
beforeEach(() => redis.flush());
afterEach(() => replica?.kill9());
afterAll(async () => {
  await transport?.close();
  await redis?.stop();
});

describe('an urgent call', () => {
  it('is answered while the slots and the list of other calls are full', async () => {
    await start({ maxInFlight: 1, maxQueued: 3 });
    const first = client().sleep({ ms: 3000 });
    await until(async () => (await replica.runs())['sleep'] === 1, { what: 'a taken slot' });
    const others = Array.from({ length: 3 }, () => client().sleep({ ms: 1 }));
    const settled = Promise.all([first, ...others]);
    await until(async () => (await waiting()) === 3, { what: 'a full list' });
    await expect(client().sleep({ ms: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(client().urgent({ ms: 1 })).resolves.toEqual({});
    expect(await waiting()).toBe(3);
    await settled;
  });

  it('is served before other calls, which wait while all urgent slots are taken', async () => {
    await start({ maxInFlight: 2, maxQueued: 100 });
    const order: string[] = [];
    const urgent = Array.from({ length: 8 }, () =>
      client()
        .urgent({ ms: 60 })
        .then(() => order.push('urgent')),
    );
    // The next call may already run when the count is read.
    await until(async () => ((await replica.runs())['urgent'] ?? 0) > 0, { what: 'the first urgent call' });
    const others = Array.from({ length: 4 }, () =>
      client()
        .sleep({ ms: 1 })
        .then(() => order.push('other')),
    );
    await Promise.all([...urgent, ...others]);
    // One batch of other calls may have been requested before the slots were taken.
    const early = order.slice(0, 8).filter((kind) => kind === 'other').length;
    expect(early).toBeLessThanOrEqual(2);
    expect(order).toHaveLength(12);
  });

  it('waits in the regular list while no replica reads the urgent list, as during an upgrade', async () => {
    const keys = serviceKeys('older');
    const store = new Redis(redis.url);
    await store.zadd(keys.alive, Date.now() + 2000, 'a replica without an urgent list');
    await store.set(keys.limit, 10);
    const call = createRpcClient({ ...probeRpc, service: 'older' }, transport).urgent(
      { ms: 1 },
      {
        requestId: 'r',
        deadlineMs: 500,
      },
    );
    const failed = expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    await until(async () => (await store.llen(keys.requests)) === 1, { what: 'the call in the list' });
    await failed;
    store.disconnect();
  });
});

describe('a service that gets three times as many calls as it can answer', () => {
  /**
   * Milliseconds for which one call occupies the only slot: long enough that other load on the host barely
   * changes the rate.
   */
  const MS = 50;
  const SECONDS = 8;

  it('answers at its own rate, rejects the rest early, and lets no call reach its deadline', async () => {
    await start({ maxInFlight: 1, maxQueued: 1000 });
    const measured = 40;
    const before = performance.now();
    await load(measured, 4, () => client().sleep({ ms: MS }));
    const callsPerMs = measured / (performance.now() - before);

    const outcomes: { code: 'ok' | ErrorCode; ms: number; at: number }[] = [];
    const calls: Promise<void>[] = [];
    const began = performance.now();
    const call = async () => {
      const sent = performance.now();
      const code = await client()
        .sleep({ ms: MS })
        .then(
          () => 'ok' as const,
          (error: unknown) => (error instanceof AppError ? error.code : 'INTERNAL'),
        );
      const now = performance.now();
      outcomes.push({ code, ms: now - sent, at: now - began });
    };
    // Without rejections, the last calls would wait longer than their deadline of 5 s.
    while (performance.now() - began < SECONDS * 1000) {
      const due = (performance.now() - began) * 3 * callsPerMs;
      while (calls.length < due) calls.push(call());
      await delay(MS);
    }
    await Promise.all(calls);
    const took = performance.now() - began;
    expect([...new Set(outcomes.map(({ code }) => code))].sort()).toEqual(['SERVICE_UNAVAILABLE', 'ok']);
    const ok = outcomes.filter(({ code }) => code === 'ok');
    expect(ok.length / took / callsPerMs).toBeGreaterThan(0.6);
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(4500);
    // Calls are answered to the end, not only until the list is full.
    expect(ok.filter(({ at }) => at > took / 2).length).toBeGreaterThan(0.3 * ok.length);
    await client().sleep({ ms: 1 });
    expect(await waiting()).toBe(0);
  }, 60_000);
});
