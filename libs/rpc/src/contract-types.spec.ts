import { rpc, rpcGroup } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { createRpcClient } from './client/create-rpc-client.js';
import type { RpcTransport } from './client/rpc-list-client.js';
import type { RpcContext } from './context.js';
import { ResponseContractError, RpcHandler, type RpcServer } from './server/rpc-handler.js';

const pricesRpc = rpcGroup('prices', {
  find: rpc({
    kind: 'query',
    pattern: 'prices.find',
    input: z.object({ item: z.string(), currency: z._default(z.string(), 'EUR') }),
    output: z.object({ cents: z.int(), validUntil: z.nullable(z.string()) }),
    errors: ['NOT_FOUND'],
  }),
  forget: rpc({
    kind: 'command',
    pattern: 'prices.forget',
    input: z.object({ item: z.string() }),
    output: z.object({}),
    errors: [],
  }),
});
const { methods } = pricesRpc;
const context: RpcContext = { commandId: 'c', requestId: 'r', signal: new AbortController().signal };

class Prices implements RpcServer<typeof pricesRpc> {
  @RpcHandler(methods.find)
  async find({ item, currency }: { item: string; currency: string }, { requestId }: RpcContext) {
    return { cents: item.length, validUntil: `${currency} ${requestId}` };
  }

  @RpcHandler(methods.forget)
  async forget({ item }: { item: string }) {
    return item === 'wrong' ? (null as unknown as Record<string, never>) : {};
  }
}

describe('a handler', () => {
  it('gets parsed input and returns its answer', async () => {
    const unparsed = { item: 'tea' } as { item: string; currency: string };
    await expect(new Prices().find(unparsed, context)).resolves.toEqual({ cents: 3, validUntil: 'EUR r' });
  });

  it('rejects input and answers that do not match the contract', async () => {
    await expect(new Prices().forget({ item: 1 as unknown as string })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await expect(new Prices().forget({ item: 'wrong' })).rejects.toThrow(ResponseContractError);
  });
});

describe('a client', () => {
  const clientAnswering = (answer: unknown) => createRpcClient(pricesRpc, { call: async () => answer });

  it('passes service, method, input and context to the transport', async () => {
    const calls: unknown[] = [];
    const transport: RpcTransport = {
      call: async (...args) => {
        calls.push(args);
        return {};
      },
    };
    await createRpcClient(pricesRpc, transport).forget({ item: 'tea' }, { requestId: 'r' });
    expect(calls).toEqual([['prices', methods.forget, { item: 'tea' }, { requestId: 'r' }]]);
  });

  it('accepts unknown keys of a newer service, and rejects an answer that does not match', async () => {
    await expect(
      clientAnswering({ cents: 1, validUntil: null, added: 'later' }).find({ item: '' }),
    ).resolves.toEqual({
      cents: 1,
      validUntil: null,
    });
    await expect(clientAnswering({ cents: 'many' }).find({ item: '' })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
  });
});

// The type check fails unless each line with @ts-expect-error is an error.
describe('the compiler', () => {
  it('rejects a handler with the wrong input type', () => {
    class WrongInput {
      // @ts-expect-error `item` is a string
      @RpcHandler(methods.forget)
      async forget(_input: { item: number }) {
        return {};
      }
    }
    class WrongInputUndecorated implements Pick<RpcServer<typeof pricesRpc>, 'forget'> {
      // @ts-expect-error `item` is a string, also without the decorator
      forget!: (input: { item: number }) => Promise<Record<string, never>>;
    }
    expect([WrongInput, WrongInputUndecorated]).toHaveLength(2);
  });

  it('rejects a handler with the wrong answer type', () => {
    class WrongReturn {
      // @ts-expect-error `validUntil` is missing
      @RpcHandler(methods.find)
      async find() {
        return { cents: 1 };
      }
    }
    expect(WrongReturn).toBeDefined();
  });

  it('rejects a server without a handler for a method', () => {
    // @ts-expect-error `forget` is missing
    class Missing implements RpcServer<typeof pricesRpc> {
      async find() {
        return { cents: 1, validUntil: null };
      }
    }
    expect(Missing).toBeDefined();
  });

  it('rejects a call with the wrong input, answer or context', () => {
    const client = createRpcClient(pricesRpc, { call: async () => ({ cents: 1, validUntil: null }) });
    const invalidCalls = [
      // @ts-expect-error `item` is missing
      () => client.find({}),
      // @ts-expect-error `item` is a string
      () => client.find({ item: 5 }),
      // @ts-expect-error `cents` is a number
      async () => (await client.find({ item: 'tea' })).cents.toUpperCase(),
      // @ts-expect-error a context names the request
      () => client.find({ item: 'tea' }, {}),
    ];
    expect(invalidCalls).toHaveLength(4);
  });

  it('rejects a method that the contract does not have', () => {
    const client = createRpcClient(pricesRpc, { call: async () => ({}) });
    // @ts-expect-error there is no such method
    expect(client.remove).toBeUndefined();
    // @ts-expect-error there is no such method
    expect(() => RpcHandler(methods.remove)).not.toThrow();
  });
});
