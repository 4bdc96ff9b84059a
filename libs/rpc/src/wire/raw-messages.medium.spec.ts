import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { createRpcClient } from '../client/create-rpc-client.js';
import { RpcListClient } from '../client/rpc-list-client.js';
import { probeRpc } from '../testing/probe.contract.js';
import { Replica } from '../testing/replica.js';

/**
 * Keys and messages of the released transport as literals, because the peer may be one version older or
 * newer. A change needs new keys; for one release, the old keys are served, too.
 */
const REQUESTS = 'rpc:{probe}:requests';
const ALIVE = 'rpc:{probe}:alive';
const LIMIT = 'rpc:{probe}:limit';
const REPLIES = 'rpc:replies:9f2d0d4e-7c1c-4c0b-8f0e-3f6f8a1d2b3c';
const CALL = {
  id: 7,
  replyTo: REPLIES,
  commandId: '1522b845-e37f-496f-b71f-03404bf72b8c',
  requestId: '70ca5813-7d04-4c92-8829-79e5a1eb86e7',
  traceparent: '00-653851ac016742b79b1740a7e4e4b419-1b1740a7e4e4b419-00',
  actor: { sessionRef: '44108095-ff4e-4d99-92e7-8becf1c63703' },
};

let server: TestRedis;
let redis: Redis;
let subscriber: Redis;

beforeAll(async () => {
  server = await startTestRedis();
  [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
});
afterAll(async () => {
  redis?.disconnect();
  subscriber?.disconnect();
  await server?.stop();
});

const now = async () => {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
};

describe('a service', () => {
  let replica: Replica;
  const replies: unknown[] = [];
  beforeAll(async () => {
    replica = await Replica.start({ url: server.url });
    subscriber.on('message', (_channel, text: string) => replies.push(...(JSON.parse(text) as unknown[])));
    await subscriber.subscribe(REPLIES);
  });
  afterAll(() => replica?.kill9());

  const sendRequest = async (overrides: object) => {
    replies.length = 0;
    await redis.rpush(REQUESTS, `${await now()} 5000 ${JSON.stringify({ ...CALL, ...overrides })}`);
    return until(() => replies[0], { what: 'the reply' });
  };

  it('announces that it serves, and how many calls may wait', async () => {
    const [, validUntil] = await redis.zrange(ALIVE, 0, -1, 'WITHSCORES');
    expect(Math.abs(Number(validUntil) - (await now()))).toBeLessThanOrEqual(3000);
    expect(Number(await redis.get(LIMIT))).toBeGreaterThan(0);
  });

  it('answers a call of the previous version, and a call with more fields', async () => {
    const { id, replyTo: _, ...value } = CALL;
    const answer = { id, value };
    const call = { pattern: 'probe.context', input: {} };
    expect(await sendRequest(call)).toMatchObject(answer);
    expect(
      await sendRequest({ ...call, priority: 'high', actor: { ...CALL.actor, role: 'x' } }),
    ).toMatchObject(answer);
  });

  it('sends an error that the previous version can read', async () => {
    expect(await sendRequest({ pattern: 'probe.fail', input: { kind: 'declared' } })).toEqual({
      id: 7,
      error: { code: 'VIDEO_TOO_LARGE', params: { maxBytes: 5 }, message: expect.any(String) },
    });
  });

  it('answers an unknown method with an error', async () => {
    expect(await sendRequest({ pattern: 'probe.later', input: {} })).toEqual({
      id: 7,
      error: { code: 'INTERNAL' },
    });
  });
});

describe('a caller', () => {
  let transport: RpcListClient;
  beforeAll(async () => {
    await server.flush();
    await redis.zadd(ALIVE, (await now()) + 3000, 'a replica of the previous version');
    await redis.set(LIMIT, 1000);
    transport = new RpcListClient({ url: server.url });
    await transport.connect();
  });
  afterAll(() => transport?.close());

  /** Takes one call as the previous version does, and answers it. */
  async function answerNextRequest(call: Promise<unknown>, reply: object): Promise<Record<string, unknown>> {
    const [, item = ''] = (await redis.blpop(REQUESTS, 5)) ?? [];
    const [, enqueuedAt, ttlMs, json = ''] = /^(\d+) (\d+) (.*)$/s.exec(item) ?? [];
    expect(Math.abs(Number(enqueuedAt) - (await now()))).toBeLessThan(10_000);
    expect(Number(ttlMs)).toBeGreaterThan(0);
    const request = JSON.parse(json) as Record<string, unknown>;
    await redis.publish(String(request['replyTo']), JSON.stringify([{ id: request['id'], ...reply }]));
    await call.catch(() => undefined);
    return request;
  }
  const echo = () => {
    const { replyTo: _, id: __, ...context } = CALL;
    return createRpcClient(probeRpc, transport).echo({ text: 'a' }, context);
  };

  it('sends a call as the previous version expects it, and reads its answer', async () => {
    await redis.zadd(ALIVE, (await now()) + 3000, 'a replica of the previous version');
    const call = echo();
    const request = await answerNextRequest(call, { value: { text: 'a', pid: 1 } });
    expect(request).toEqual({
      ...CALL,
      pattern: 'probe.echo',
      input: { text: 'a' },
      id: expect.any(Number),
      replyTo: expect.stringMatching(/^rpc:replies:[0-9a-f-]{36}$/),
    });
    expect(await call).toEqual({ text: 'a', pid: 1 });
  });

  it('reads an answer with more fields', async () => {
    await redis.zadd(ALIVE, (await now()) + 3000, 'a replica of the previous version');
    const call = echo();
    await answerNextRequest(call, { value: { text: 'a', pid: 1, more: 1 }, took: 3 });
    expect(await call).toEqual({ text: 'a', pid: 1 });
  });

  it('reduces an unknown error to INTERNAL', async () => {
    await redis.zadd(ALIVE, (await now()) + 3000, 'a replica of the previous version');
    const call = echo();
    await answerNextRequest(call, { error: { code: 'ECHO_IS_TIRED', message: 'x' } });
    await expect(call).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
