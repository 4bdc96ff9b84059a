import 'reflect-metadata';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseInput, type RpcMethod } from '@secure-preview/contracts';
import { startTestRedis, type TestRedis } from '@secure-preview/testing';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { RpcListServer } from './server/rpc-list-server.js';
import { answering, committed, methodsBefore, methodsToday, withMore } from './testing/versions.js';

/** Methods that one version was built with. The newer one sends and answers more than the previous knows. */
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

it('has a committed shape for every current call', () => {
  expect(Object.keys(methodsToday).sort()).toEqual([...patterns].sort());
});

describe('a gateway of the previous version that calls a newer service', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let taken: Map<string, unknown>;
  beforeAll(async () => {
    taken = await serve('newer', methodsToday, (pattern) => withMore(answered(pattern)));
    calls = await callsOf('newer', methodsBefore);
  });

  it.each(patterns)('gets an answer to %s', async (pattern) => {
    expect(await calls[pattern]?.(sent(pattern))).toMatchObject(answered(pattern));
    expect(taken.get(pattern)).toMatchObject(sent(pattern) as object);
  });
});

describe('a newer gateway that calls a service of the previous version', () => {
  let calls: Awaited<ReturnType<typeof callsOf>>;
  let taken: Map<string, unknown>;
  beforeAll(async () => {
    taken = await serve('older', methodsBefore, answered);
    calls = await callsOf('older', methodsToday);
  });

  it.each(patterns)('gets an answer to %s', async (pattern) => {
    // Fields that the previous version does not send are filled in.
    const { output } = methodsToday[pattern] as RpcMethod;
    const read = parseInput(output, answered(pattern)) as object;
    expect(await calls[pattern]?.(withMore(sent(pattern)))).toEqual(read);
    expect(taken.get(pattern)).toMatchObject(sent(pattern) as object);
  });
});
