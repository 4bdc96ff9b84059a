import { Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import {
  AppError,
  type ErrorCode,
  type HttpRoute,
  parseInput,
  type RouteInput,
  type RouteResult,
} from '@secure-preview/contracts';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { RequestContext } from './request-context.js';

/** Controller method that handles route `R`. */
export type RouteHandler<R extends HttpRoute> = (
  input: RouteInput<R>,
  http: RequestContext,
) => Promise<RouteResult<R>>;

/** Metadata key of a handler's contract, for tests that walk the router. */
export const ROUTE_METADATA = 'portal:route';

/** Thrown for a response that violates its contract. This is a bug; the client gets `INTERNAL`. */
class ResponseContractError extends Error {
  constructor({ method, path }: HttpRoute, cause: unknown) {
    super(`The answer of ${method} ${path} violates its contract`, { cause });
    this.name = 'ResponseContractError';
  }
}

function read<R extends HttpRoute>(route: R, request: Request): RouteInput<R> {
  const part = (schema: z.core.$ZodType | undefined, value: unknown) =>
    schema ? parseInput(schema, value) : undefined;
  return {
    params: part(route.params, request.params),
    query: part(route.query, request.query),
    body: part(route.body, request.body),
  } as RouteInput<R>;
}

function answer(route: HttpRoute, response: Response, result: unknown): void {
  if (!route.response) {
    if (!response.headersSent) throw new ResponseContractError(route, 'nothing was sent');
    return;
  }
  const checked = z.safeParse(route.response, result);
  if (!checked.success) throw new ResponseContractError(route, checked.error);
  response.status(route.status ?? 200).json(checked.data);
}

/** Errors that any route may return: they concern the request, not the resource. */
const always: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHORIZED',
  'PAYLOAD_TOO_LARGE',
  'SERVICE_UNAVAILABLE',
  'DEADLINE_EXCEEDED',
];

/**
 * Returns an error that the route's contract declares. Any other code is a bug; the client gets `INTERNAL`.
 */
function declared(route: HttpRoute, error: unknown): unknown {
  if (!(error instanceof AppError) || always.includes(error.code) || route.errors.includes(error.code))
    return error;
  return new AppError('INTERNAL', { cause: error });
}

/**
 * Makes a controller method the handler of a declared route. The contract defines method, path, parsing of
 * the input and check of the response. Access has been decided from it before the handler runs.
 */
export function Route<const R extends HttpRoute>(route: R) {
  return <T extends RouteHandler<R>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    const original = descriptor.value as RouteHandler<R>;
    const handle = async function (this: unknown, request: Request, response: Response): Promise<void> {
      const input = read(route, request);
      try {
        answer(route, response, await original.call(this, input, new RequestContext(request, response)));
      } catch (error) {
        throw declared(route, error);
      }
    };
    Req()(target, key, 0);
    Res()(target, key, 1);
    descriptor.value = handle as unknown as T;
    RequestMapping({ path: route.path, method: RequestMethod[route.method] })(target, key, descriptor);
    Reflect.defineMetadata(ROUTE_METADATA, route, handle);
  };
}
