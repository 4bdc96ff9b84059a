import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors/error-codes.js';

type Schema = z.core.$ZodType;

export interface RpcMethod {
  /** A command changes state and is idempotent by its command id; a query may be repeated freely. */
  readonly kind: 'query' | 'command';
  /** Wire name. A breaking change needs a new name; for one release, both names are served. */
  readonly pattern: string;
  readonly input: Schema;
  readonly output: Schema;
  /** Errors the caller may see; any other error is sent as `INTERNAL`. */
  readonly errors: readonly ErrorCode[];
  /** Milliseconds until the caller gives up with `DEADLINE_EXCEEDED`; default 5000. */
  readonly deadlineMs?: number;
  /** Milliseconds until the call is sent once more in case its replica died; default 2000. */
  readonly attemptMs?: number;
  /** Queues the call in a separate list that replicas serve first: an overload affects these calls last. */
  readonly urgent?: true;
}

/** Methods of one service. Their requests wait in that service's list. */
export interface RpcGroup<M extends Record<string, RpcMethod> = Record<string, RpcMethod>> {
  /** Names the service's request list in Redis. */
  readonly service: string;
  readonly methods: M;
}

/** Declares one remote call between the gateway and a service. */
export function rpc<const M extends RpcMethod>(method: M): M {
  return method;
}

/** Binds methods to the service that answers them. */
export function rpcGroup<const M extends Record<string, RpcMethod>>(
  service: string,
  methods: M,
): RpcGroup<M> {
  return { service, methods };
}

/** Input that a caller passes. */
export type RpcInput<M extends RpcMethod> = z.input<M['input']>;
/** Input of a handler, after parsing. */
export type RpcParsedInput<M extends RpcMethod> = z.output<M['input']>;
/** Result of a handler. */
export type RpcResult<M extends RpcMethod> = z.input<M['output']>;
/** Answer to a caller, after parsing. */
export type RpcOutput<M extends RpcMethod> = z.output<M['output']>;
