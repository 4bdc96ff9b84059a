import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { lastValueFrom } from 'rxjs';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { newerProbeRpc, probeRpc } from './testing/probe.contract.js';
import { Replica } from './testing/replica.js';

describe('a remote call', () => {
  let redis: TestRedis;
  let transport: RpcListClient;
  let replica: Replica;
  const logged: string[] = [];
  const log = (_details: object, text: string) => logged.push(text);
  const logger = { error: log, warn: log, info: log };
  /** Waits for a log line, which arrives over another channel than the answer. */
  const loggedAsError = (id: string) =>
    until(() => replica.logs.some(({ level, requestId }) => level === 'error' && requestId === id), {
      what: `an error logged for ${id}`,
    });
  const client = () => createRpcClient(probeRpc, transport);

  beforeAll(async () => {
    redis = await startTestRedis();
    transport = new RpcListClient({ url: redis.url, logger });
    [replica] = await Promise.all([
      Replica.start({ url: redis.url, maxInFlight: 1, maxQueued: 3 }),
      transport.connect(),
    ]);
  });
  afterAll(async () => {
    await transport?.close();
    await replica?.kill9();
    await redis?.stop();
  });

  it('passes actor, request id, trace context and command id to the handler', async () => {
    const context = {
      requestId: 'r-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      actor: { sessionRef: randomUUID(), leadId: randomUUID() },
      commandId: randomUUID(),
    };
    expect(await client().context({}, context)).toEqual(context);
    const { commandId, requestId } = await client().context({});
    expect(commandId).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestId).not.toBe('');
  });

  it("works through Nest's client", async () => {
    const { service, methods } = probeRpc;
    const answers = transport.send({ service, method: methods.echo }, { text: 'nest' });
    expect(await lastValueFrom(answers)).toEqual({ text: 'nest', pid: replica.pid });
  });

  it('lists the invalid fields when its input does not match the contract', async () => {
    const text = 5 as unknown as string;
    await expect(client().echo({ text })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { text: expect.any(String) },
    });
  });

  it('fails with the declared error, or with INTERNAL and a log line for any other error', async () => {
    await expect(client().fail({ kind: 'declared' })).rejects.toMatchObject({
      code: 'VIDEO_TOO_LARGE',
      params: { maxBytes: 5 },
      message: 'The video is larger than the allowed 5 bytes',
    });
    for (const kind of ['undeclared', 'thrown'] as const) {
      const error = await client()
        .fail({ kind }, { requestId: `r-${kind}` })
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'INTERNAL',
        params: {},
        message: expect.stringMatching(/^Something/),
      });
      await loggedAsError(`r-${kind}`);
    }
  });

  it.each(['wrong', 'unserialisable', 'large'] as const)(
    'fails with INTERNAL at once when the answer is %s, which the service logs',
    async (kind) => {
      // The deadline is far off: only an answer can end the call.
      const call = client().answer({ kind }, { requestId: `r-${kind}`, deadlineMs: 60_000 });
      await expect(call).rejects.toMatchObject({ code: 'INTERNAL' });
      await loggedAsError(`r-${kind}`);
    },
  );

  it('fails with INTERNAL at once when the service does not have the method', async () => {
    const newer = createRpcClient(newerProbeRpc, transport);
    const call = newer.later({}, { requestId: 'r-later', deadlineMs: 60_000 });
    await expect(call).rejects.toMatchObject({ code: 'INTERNAL' });
    await loggedAsError('r-later');
  });

  it('is rejected before it is sent when it exceeds 256 KB', async () => {
    const runs = (await replica.runs())['echo'];
    await expect(client().echo({ text: 'x'.repeat(256 * 1024) })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    await expect(client().echo({ text: '€'.repeat(90_000) })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect((await replica.runs())['echo']).toBe(runs);
    const text = 'x'.repeat(255 * 1024);
    expect(await client().echo({ text })).toMatchObject({ text });
  });

  it('fails with DEADLINE_EXCEEDED at its deadline, and aborts the signal of its handler', async () => {
    const runs = async (name: string) => (await replica.runs())[name] ?? 0;
    // On a busy machine, a call may reach its deadline before the replica takes it. It then has no handler.
    do await expect(client().waitForSignal({})).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    while ((await runs('waitForSignal')) === 0);
    await until(async () => (await runs('signalled')) > 0, { what: 'the signal of its handler' });
  });

  it('fails when the awaiting request has no time left, even before its own deadline', async () => {
    const began = performance.now();
    const call = client().waitForSignal({}, { requestId: 'r-within', deadlineMs: 60_000, withinMs: 300 });
    await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('is skipped when it has waited beyond its deadline', async () => {
    const { echo: before = 0, sleep: slept = 0 } = await replica.runs();
    const busy = client().sleep({ ms: 1500 });
    await until(async () => (await replica.runs())['sleep'] === slept + 1);
    await expect(
      client().echo({ text: 'late' }, { requestId: 'r-late', deadlineMs: 200 }),
    ).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    await busy;
    // Requests are taken in order, so the late one has been taken before this one is answered.
    await client().echo({ text: 'next' });
    expect((await replica.runs())['echo']).toBe(before + 1);
  });

  it('is rejected with a retry time when the list is full, and queued calls are answered', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => client().sleep({ ms: 10 })));
    const rejections = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').length).toBeGreaterThanOrEqual(3);
    expect(rejections.length).toBeGreaterThan(0);
    for (const reason of rejections)
      expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', params: { retryAfterSeconds: 1 } });
  });

  it('is rejected when no replica has ever served', async () => {
    expect(await transport.isServed('nobody')).toBe(false);
    const nobody = createRpcClient({ ...probeRpc, service: 'nobody' }, transport);
    await expect(nobody.echo({ text: '' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      params: { retryAfterSeconds: 2 },
    });
  });

  it('does not expire when the clock of Redis was set back while it waited', async () => {
    const caller = new Redis(redis.url);
    const replies = new Redis(redis.url);
    await replies.subscribe('replies');
    const received = once(replies, 'message');
    const request = { id: 1, replyTo: 'replies', pattern: 'probe.echo', commandId: 'c', requestId: 'r' };
    const inAnHour = Date.now() + 3_600_000;
    await caller.rpush(
      'rpc:{probe}:requests',
      'not a request',
      `${inAnHour} 1000 ${JSON.stringify({ ...request, input: { text: 'ahead' } })}`,
    );
    const [, message] = (await received) as [string, string];
    expect(JSON.parse(message)).toMatchObject([{ id: 1, value: { text: 'ahead' } }]);
    caller.disconnect();
    replies.disconnect();
  }, 20_000);

  it('succeeds over connections that were idle for some time', async () => {
    // Longer than the limit after which a silent connection is closed.
    await client().sleep({ ms: 4000 });
    await client().echo({ text: 'still here' });
    expect([...logged, ...replica.logs.filter(({ text }) => text.includes('connection'))]).toEqual([]);
  });

  it('fails when its client is closed before the answer', async () => {
    const other = new RpcListClient({ url: redis.url });
    await other.connect();
    const call = createRpcClient(probeRpc, other).sleep({ ms: 100 });
    await other.close();
    await expect(call).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(other.isReady()).toBe(false);
  });
});
