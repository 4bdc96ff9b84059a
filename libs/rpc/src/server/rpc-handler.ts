import { type ArgumentsHost, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import {
  parseInput,
  type RpcGroup,
  type RpcMethod,
  type RpcParsedInput,
  type RpcResult,
} from '@secure-preview/contracts';
import { type Observable, throwError } from 'rxjs';
import * as z from 'zod/mini';
import type { RpcContext } from '../context.js';

/** A method that answers `M`. */
export type RpcHandlerFunction<M extends RpcMethod> = (
  input: RpcParsedInput<M>,
  context: RpcContext,
) => Promise<RpcResult<M>>;

/** Interface of a controller that answers every method of `G`. */
export type RpcServer<G extends RpcGroup> = {
  readonly [K in keyof G['methods']]: RpcHandlerFunction<G['methods'][K]>;
};

/** Key of a handler's contract in the extras of its pattern. */
export const METHOD_EXTRA = 'rpcMethod';

/** Passes errors to the transport unchanged; Nest's own filter would hide which error it was. */
@Catch()
class PassThroughFilter implements ExceptionFilter {
  catch(exception: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => exception);
  }
}
const passThroughFilter = new PassThroughFilter();

/** An answer that violates the contract. It is a bug of the service; the caller receives `INTERNAL`. */
export class ResponseContractError extends Error {
  constructor(pattern: string, cause: unknown) {
    super(`The answer of ${pattern} violates its contract`, { cause });
    this.name = 'ResponseContractError';
  }
}

/**
 * Makes a controller method the handler of a remote call. Its input is parsed and its answer is checked.
 *
 * @throws AppError `VALIDATION_FAILED` (from the decorated method) on input that does not match the contract
 * @throws ResponseContractError (from the decorated method) on an answer that does not match the contract
 */
export function RpcHandler<M extends RpcMethod>(method: M) {
  return <T extends RpcHandlerFunction<M>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    const original = descriptor.value as RpcHandlerFunction<M>;
    const checked = async function (this: unknown, input: unknown, context: RpcContext) {
      const answer = await original.call(this, parseInput<M['input']>(method.input, input), context);
      const result = z.safeParse(method.output, answer);
      if (!result.success) throw new ResponseContractError(method.pattern, result.error);
      return answer;
    };
    Object.defineProperty(checked, 'name', { value: String(key) });
    for (const name of Reflect.getMetadataKeys(original))
      Reflect.defineMetadata(name, Reflect.getMetadata(name, original), checked);

    const replaced = { ...descriptor, value: checked as unknown as T };
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(method.pattern, { [METHOD_EXTRA]: method })(target, key, replaced);
    UseFilters(passThroughFilter)(target, key, replaced);
    descriptor.value = replaced.value as T;
  };
}
