import 'reflect-metadata';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseInput, type RpcMethod } from '@secure-preview/contracts';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { RpcListServer } from './server/rpc-list-server.js';
import { answering, committed, methodsBefore, methodsToday, withMore } from './testing/versions.js';

/** Each version knows the calls as it was built; this one sends and answers more than the one before has heard of. */
type Methods = Readonly<Record<string, RpcMethod>>;

let redis: TestRedis;
const open: { close(): Promise<void> }[] = [];

async function serve(service: string, methods: Methods, answer: (pattern: string) => unknown) {
  const taken = new Map<string, unknown>();
  const app: INestMicroservice = await NestFactory.createMicroservice(answering(methods, answer, taken), {
    strategy: new RpcListServer({ url: redis.url, service }),
    logger: false,
    abortOnError: false,
  });
  open.push(app);
  await app.listen();
  return taken;
}

async function callsOf(service: string, methods: Methods) {
  const transport = new RpcListClient({ url: redis.url });
  open.push(transport);
  await transport.connect();
  return createRpcClient({ service, methods }, transport);
}

const patterns = Object.keys(committed);
const sent = (pattern: string) => committed[pattern]?.request.example;
const answered = (pattern: string) => committed[pattern]?.answer.example as object;

beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await redis?.stop();
});

it('every call of today was committed', () => {
  expect(Object.keys(methodsToday).sort()).toEqual([...patterns].sort());
});

describe('a gateway of the version before, asking a service that knows more', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let taken: Map<string, unknown>;
  beforeAll(async () => {
    taken = await serve('newer', methodsToday, (pattern) => withMore(answered(pattern)));
    calls = await callsOf('newer', methodsBefore);
  });

  it.each(patterns)('%s', async (pattern) => {
    expect(await calls[pattern]?.(sent(pattern))).toMatchObject(answered(pattern));
    expect(taken.get(pattern)).toMatchObject(sent(pattern) as object);
  });
});

describe('a gateway that knows more, asking a service of the version before', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let taken: Map<string, unknown>;
  beforeAll(async () => {
    taken = await serve('older', methodsBefore, answered);
    calls = await callsOf('older', methodsToday);
  });

  it.each(patterns)('%s', async (pattern) => {
    // What this version has learnt and the one before did not send is filled in.
    const { output } = methodsToday[pattern] as RpcMethod;
    const read = parseInput(output, answered(pattern)) as object;
    expect(await calls[pattern]?.(withMore(sent(pattern)))).toEqual(read);
    expect(taken.get(pattern)).toMatchObject(sent(pattern) as object);
  });
});
