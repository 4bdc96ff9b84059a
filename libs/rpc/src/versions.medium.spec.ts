import 'reflect-metadata';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseInput, type RpcMethod } from '@secure-preview/contracts';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { RpcListServer } from './server/rpc-list-server.js';
import {
  committed,
  createAnsweringModule,
  currentMethods,
  previousMethods,
  withExtraFields,
} from './testing/versions.js';

/** Methods that one version was built with. The newer version sends fields that the previous one does not have. */
type Methods = Readonly<Record<string, RpcMethod>>;

let redis: TestRedis;
const open: { close(): Promise<void> }[] = [];

async function serve(service: string, methods: Methods, answer: (pattern: string) => unknown) {
  const received = new Map<string, unknown>();
  const app: INestMicroservice = await NestFactory.createMicroservice(
    createAnsweringModule(methods, answer, received),
    {
      strategy: new RpcListServer({ url: redis.url, service }),
      logger: false,
      abortOnError: false,
    },
  );
  open.push(app);
  await app.listen();
  return received;
}

async function callsOf(service: string, methods: Methods) {
  const transport = new RpcListClient({ url: redis.url });
  open.push(transport);
  await transport.connect();
  return createRpcClient({ service, methods }, transport);
}

const patterns = Object.keys(committed);
const requestOf = (pattern: string) => committed[pattern]?.request.example;
const answerOf = (pattern: string) => committed[pattern]?.answer.example as object;

beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(async () => {
  await Promise.all(open.map((app) => app.close()));
  await redis?.stop();
});

it('finds a committed shape for every current call', () => {
  expect(Object.keys(currentMethods).sort()).toEqual([...patterns].sort());
});

describe('a gateway of the previous version that calls a newer service', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let received: Map<string, unknown>;
  beforeAll(async () => {
    received = await serve('newer', currentMethods, (pattern) =>
      withExtraFields(answerOf(pattern), committed[pattern]?.answer.shape),
    );
    calls = await callsOf('newer', previousMethods);
  });

  it.each(patterns)('gets an answer to %s', async (pattern) => {
    expect(await calls[pattern]?.(requestOf(pattern))).toMatchObject(answerOf(pattern));
    expect(received.get(pattern)).toMatchObject(requestOf(pattern) as object);
  });
});

describe('a newer gateway that calls a service of the previous version', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let received: Map<string, unknown>;
  beforeAll(async () => {
    received = await serve('older', previousMethods, answerOf);
    calls = await callsOf('older', currentMethods);
  });

  it.each(patterns)('gets an answer to %s', async (pattern) => {
    // Fields that the previous version does not send are filled in.
    const { output } = currentMethods[pattern] as RpcMethod;
    const read = parseInput(output, answerOf(pattern)) as object;
    expect(
      await calls[pattern]?.(withExtraFields(requestOf(pattern), committed[pattern]?.request.shape)),
    ).toEqual(read);
    expect(received.get(pattern)).toMatchObject(requestOf(pattern) as object);
  });
});
