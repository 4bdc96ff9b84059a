import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { load } from './testing/load.js';
import { EFFECTS, probeRpc } from './testing/probe.contract.js';
import { Replica } from './testing/replica.js';

describe('a service with several replicas', () => {
  let redis: TestRedis;
  let transport: RpcListClient;
  let replicas: Replica[];
  const client = () => createRpcClient(probeRpc, transport);
  /** A client without retries: a lost call fails, and no call runs twice. */
  const clientWithoutRetry = () => {
    const once = { attemptMs: 60_000, deadlineMs: 20_000 };
    const { echo, record } = probeRpc.methods;
    const methods = { echo: { ...echo, ...once }, record: { ...record, ...once } };
    return createRpcClient({ ...probeRpc, methods }, transport);
  };
  const start = async (count: number) => {
    replicas = await Promise.all(Array.from({ length: count }, () => Replica.start({ url: redis.url })));
    return replicas;
  };
  /** Ids of the commands that were carried out. */
  const effects = async () => {
    const store = new Redis(redis.url);
    const ids = await store.smembers(EFFECTS);
    store.disconnect();
    return new Set(ids);
  };

  beforeAll(async () => {
    redis = await startTestRedis();
    transport = new RpcListClient({ url: redis.url });
    await transport.connect();
  });
  beforeEach(() => redis.flush());
  afterEach(() => Promise.all(replicas.map((replica) => replica.kill9())));
  afterAll(async () => {
    await transport?.close();
    await redis?.stop();
  });

  it('runs each call on one replica, and gives every call its own answer', async () => {
    await start(3);
    const { answers, errors } = await load(10_000, 200, async (index) => {
      const { text } = await clientWithoutRetry().echo({ text: `call ${index}` });
      return text === `call ${index}`;
    });
    expect(errors).toEqual([]);
    expect(answers.filter(Boolean)).toHaveLength(10_000);

    const runs = await Promise.all(replicas.map(async (replica) => (await replica.runs())['echo'] ?? 0));
    expect(runs.reduce((sum, count) => sum + count)).toBe(10_000);
    for (const count of runs) expect(count).toBeGreaterThan(0);
  });

  it('loses no acknowledged command, and answers every call, when a replica is killed under load', async () => {
    const [victim] = await start(3);
    let answered = 0;
    const { answers, errors } = await load(3000, 60, async () => {
      const { commandId } = await client().record({ ms: 5 });
      answered += 1;
      if (answered === 1000) void victim?.kill9();
      return commandId;
    });
    expect(errors).toEqual([]);
    expect(answers).toHaveLength(3000);
    const done = await effects();
    expect(answers.filter((commandId) => !done.has(commandId))).toEqual([]);
    // A retried command is the same command.
    expect(done.size).toBe(3000);
  });

  it('loses no call when one replica after another is terminated under load', async () => {
    const [first, second] = await start(3);
    let answered = 0;
    const codes: Promise<number | null>[] = [];
    const { answers, errors } = await load(5000, 60, async () => {
      const { commandId } = await clientWithoutRetry().record({ ms: 2 });
      answered += 1;
      if (answered === 1000 && first) codes.push(first.terminate());
      if (answered === 2500 && second) codes.push(second.terminate());
      return commandId;
    });
    expect(errors).toEqual([]);
    expect(answers).toHaveLength(5000);
    expect((await effects()).size).toBe(5000);
    expect(await Promise.all(codes)).toEqual([0, 0]);
  });

  it('answers all accepted calls when the last replica is terminated, then has no replica', async () => {
    const [lastReplica] = await start(1);
    const calls = Array.from({ length: 900 }, () => clientWithoutRetry().record({ ms: 2 }));
    const outcomes = Promise.allSettled(calls);
    await Promise.race(calls);
    expect(await lastReplica?.terminate()).toBe(0);

    const settled = await outcomes;
    const failures = settled.filter((outcome) => outcome.status === 'rejected');
    expect(failures).toEqual([]);
    expect((await effects()).size).toBe(900);
    expect(await transport.isServed('probe')).toBe(false);
    await expect(client().echo({ text: '' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      params: { retryAfterSeconds: expect.any(Number) },
    });
  });

  it('answers a retried call while its only replica shuts down and no other serves', async () => {
    const [lastReplica] = await start(1);
    // Longer than an attempt, so that the call is sent a second time.
    const call = client().record({ ms: 3000 });
    await until(async () => (await lastReplica?.runs())?.['record'] === 1);
    const [ended, answer] = await Promise.all([lastReplica?.terminate(), call]);
    expect(ended).toBe(0);
    expect([...(await effects())]).toEqual([answer.commandId]);
  });

  it('has no replica soon after all replicas were killed', async () => {
    const [lastReplica] = await start(1);
    expect(await transport.isServed('probe')).toBe(true);
    await lastReplica?.kill9();
    await until(async () => !(await transport.isServed('probe')), { deadlineMs: 10_000 });
    await expect(client().echo({ text: '' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
