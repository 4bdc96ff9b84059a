import {
  AppError,
  type RpcGroup,
  type RpcInput,
  type RpcMethod,
  type RpcOutput,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';
import type { CallContext } from '../context.js';
import type { RpcTransport } from './rpc-list-client.js';

/** Calls `M`. */
export type RpcCall<M extends RpcMethod> = (
  input: RpcInput<M>,
  context?: CallContext,
) => Promise<RpcOutput<M>>;

/** The methods of `G` as local functions. */
export type RpcClient<G extends RpcGroup> = {
  readonly [K in keyof G['methods']]: RpcCall<G['methods'][K]>;
};

/**
 * Creates a typed client of a group over a transport.
 *
 * Its methods reject with an `AppError`: an error that the method declares, an error about the call itself
 * (`RpcListClient`), or `INTERNAL`. An answer that does not match the contract also becomes `INTERNAL`.
 */
export function createRpcClient<G extends RpcGroup>(group: G, transport: RpcTransport): RpcClient<G> {
  const calls = Object.entries(group.methods).map(([name, method]) => {
    const call = async (input: unknown, context?: CallContext) => {
      const answer = z.safeParse(method.output, await transport.call(group.service, method, input, context));
      if (answer.success) return answer.data;
      throw new AppError('INTERNAL', { cause: answer.error });
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as RpcClient<G>;
}
