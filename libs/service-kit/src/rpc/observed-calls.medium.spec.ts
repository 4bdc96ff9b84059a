import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppError, rpc, rpcGroup } from '@secure-preview/contracts';
import { createRpcClient, RpcHandler, RpcListClient, RpcListServer, redisFromUrl } from '@secure-preview/rpc';
import { startTestRedis, sumOf, type TestRedis, until } from '@secure-preview/testing';
import * as z from 'zod/mini';
import { createLogger } from '../logging/logger.js';
import { watchRedis } from '../metrics/redis-metrics.js';
import { metricsText } from '../metrics/registry.js';
import { observeClient } from './observe-client.js';
import { observeServer } from './observe-server.js';

const method = <P extends string>(pattern: P, attemptMs: number) =>
  rpc({
    kind: 'query',
    pattern,
    input: z.object({ email: z.string() }),
    output: z.object({}),
    errors: ['VIDEO_TOO_LARGE'],
    attemptMs,
    deadlineMs: 2 * attemptMs,
  });
const observedRpc = rpcGroup('observed', {
  answer: method('observed.answer', 5000),
  refuse: method('observed.refuse', 5000),
  // Long enough to observe the calls in progress on a busy host.
  hold: method('observed.hold', 1500),
});
const { methods } = observedRpc;

let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

@Controller()
class ObservedController {
  @RpcHandler(methods.answer)
  async answer() {
    return {};
  }
  @RpcHandler(methods.refuse)
  async refuse(): Promise<Record<string, never>> {
    throw new AppError('VIDEO_TOO_LARGE', { params: { maxBytes: 1 } });
  }
  @RpcHandler(methods.hold)
  async hold() {
    await released;
    return {};
  }
}
@Module({ controllers: [ObservedController] })
class ObservedModule {}

interface Line {
  msg: string;
  service: string;
  requestId?: string;
  [name: string]: unknown;
}
const lines: Line[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
const loggerOf = (service: string) => createLogger({ service, level: 'info', destination });
const lineOf = (requestId: string, service: string) =>
  until(() => lines.find((line) => line.requestId === requestId && line.service === service), {
    what: `a line of ${service}`,
  });

let redis: TestRedis;
let transport: RpcListClient;
let app: INestMicroservice;
const client = () => createRpcClient(observedRpc, transport);
const input = { email: 'ada@example.com' };

beforeAll(async () => {
  redis = await startTestRedis();
  const logger = loggerOf('server');
  const strategy = new RpcListServer({
    connection: (options) => watchRedis(redisFromUrl(redis.url, options)),
    service: 'observed',
    groups: [observedRpc],
    maxInFlight: 2,
    logger,
    observer: observeServer(logger, [observedRpc]),
  });
  app = await NestFactory.createMicroservice(ObservedModule, { strategy, logger: false });
  await app.listen();
  const clientLogger = loggerOf('client');
  transport = new RpcListClient({
    url: redis.url,
    logger: clientLogger,
    observer: observeClient(clientLogger),
  });
  await transport.connect();
});
afterAll(async () => {
  release();
  await transport?.close();
  await app?.close();
  await redis?.stop();
});

it('logs one line for a call, with the ids of its request and without its input', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const actor = { sessionRef: randomUUID(), leadId: randomUUID() };
  const requestId = randomUUID();
  await client().answer(input, { requestId, traceparent: `00-${traceId}-b7ad6b7169203331-01`, actor });
  const line = await lineOf(requestId, 'server');
  expect(line).toMatchObject({
    level: 30,
    requestId,
    traceId,
    ...actor,
    method: 'observed.answer',
    outcome: 'ok',
    responseTime: expect.any(Number),
    waitTime: expect.any(Number),
    msg: 'remote call answered',
  });
  expect(lines.filter((entry) => entry.requestId === requestId)).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('ada@example.com');
});

it('counts and times calls on both sides, by method and outcome', async () => {
  await client().answer(input);
  await expect(client().refuse(input)).rejects.toMatchObject({ code: 'VIDEO_TOO_LARGE' });
  const text = await metricsText();
  const count = (side: string, labels: Record<string, string>) =>
    sumOf(text, `portal_rpc_${side}_call_duration_seconds_count`, labels);
  const ok = { method: 'observed.answer', outcome: 'ok' };
  const rejected = { method: 'observed.refuse', outcome: 'VIDEO_TOO_LARGE' };
  expect(count('server', ok)).toBeGreaterThanOrEqual(1);
  expect(count('client', { rpc_service: 'observed', ...ok })).toBe(count('server', ok));
  expect(count('server', rejected)).toBe(1);
  expect(count('client', { rpc_service: 'observed', ...rejected })).toBe(1);
  expect(sumOf(text, 'portal_rpc_server_queue_wait_seconds_count')).toBeGreaterThanOrEqual(2);
  expect(text).not.toContain('ada@example.com');
});

it('reports calls that wait, are retried, expire or get no answer', async () => {
  const requestId = randomUUID();
  const before = (await transport.queueOf('observed'))?.waiting;
  expect(before).toBe(0);
  // Two calls run, and their retries wait in the list until the replica has a free slot.
  const calls = [1, 2, 3].map(() => client().hold(input, { requestId }));
  const outcomes = Promise.allSettled(calls);
  await until(async () => (sumOf(await metricsText(), 'portal_rpc_server_calls_in_flight') ?? 0) === 2, {
    what: 'two calls in progress',
  });
  await until(async () => ((await transport.queueOf('observed'))?.waiting ?? 0) > 0, { what: 'the queue' });
  expect(sumOf(await metricsText(), 'portal_rpc_client_calls_in_flight', { rpc_service: 'observed' })).toBe(
    3,
  );
  for (const { status } of await outcomes) expect(status).toBe('rejected');
  const text = await metricsText();
  expect(sumOf(text, 'portal_rpc_client_resends_total', { rpc_service: 'observed' })).toBe(3);
  expect(
    sumOf(text, 'portal_rpc_client_call_duration_seconds_count', {
      method: 'observed.hold',
      outcome: 'DEADLINE_EXCEEDED',
    }),
  ).toBe(3);
  expect(await lineOf(requestId, 'client')).toMatchObject({
    level: 40,
    calledService: 'observed',
    method: 'observed.hold',
    outcome: 'DEADLINE_EXCEEDED',
    msg: 'remote call got no answer',
  });
  release();
  await until(
    async () =>
      (sumOf(await metricsText(), 'portal_rpc_server_expired_calls_total', { method: 'observed.hold' }) ??
        0) > 0,
    { what: 'an expired call' },
  );
  expect(await transport.queueOf('observed')).toMatchObject({ limit: 1000, replicas: 1 });
});

it('measures connections to Redis until they are closed', async () => {
  const up = async () => sumOf(await metricsText(), 'portal_redis_connection_up', { connection: 'watched' });
  const connection = watchRedis(redisFromUrl(redis.url, { connectionName: 'watched' }));
  expect(await up()).toBe(0);
  await connection.connect();
  expect(await up()).toBe(1);
  // Waits until the connection is closed.
  const blocked = connection.blpop('nothing', 0).catch((error: Error) => error.message);
  expect(sumOf(await metricsText(), 'portal_redis_commands_waiting', { connection: 'watched' })).toBe(1);
  connection.disconnect();
  expect(await blocked).toBe('Connection is closed.');
  await until(async () => (await up()) === undefined, { what: 'the end of the connection' });
});
