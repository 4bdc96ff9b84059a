import { Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import {
  AppError,
  type ErrorCode,
  type HttpRoute,
  parseInput,
  type RouteInput,
  type RouteResult,
  requestErrors,
} from '@secure-preview/contracts';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { RequestContext } from './request-context.js';

/** Controller method that handles route `R`. */
export type RouteHandler<R extends HttpRoute> = (
  input: RouteInput<R>,
  http: RequestContext,
) => Promise<RouteResult<R>>;

/** Metadata key of a handler's contract. Tests read it from the router. */
export const ROUTE_METADATA = 'portal:route';

/** Thrown for a response that violates its contract. This is a bug; the client gets `INTERNAL`. */
class ResponseContractError extends Error {
  constructor({ method, path }: HttpRoute, cause: unknown) {
    super(`The response of ${method} ${path} violates its contract`, { cause });
    this.name = 'ResponseContractError';
  }
}

function parseRequest<R extends HttpRoute>(route: R, request: Request): RouteInput<R> {
  const parse = (schema: z.core.$ZodType | undefined, value: unknown, inside?: string) =>
    schema ? parseInput(schema, value, inside) : undefined;
  return {
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body, route.fieldsIn),
  } as RouteInput<R>;
}

function sendResult(route: HttpRoute, response: Response, result: unknown): void {
  if (!route.response) {
    // Node drops what is written to a response that the client aborted, headers included.
    if (!response.headersSent && !response.destroyed)
      throw new ResponseContractError(route, 'nothing was sent');
    return;
  }
  const parsed = z.safeParse(route.response, result);
  if (!parsed.success) throw new ResponseContractError(route, parsed.error);
  response.status(route.status ?? 200).json(parsed.data);
}

/** Errors that any route may return. */
const commonErrors: readonly ErrorCode[] = [...requestErrors, 'UNAUTHORIZED'];

/**
 * Returns the error if the route's contract declares its code. Any other code is a bug, so the client gets
 * `INTERNAL`.
 */
function toDeclaredError(route: HttpRoute, error: unknown): unknown {
  if (!(error instanceof AppError) || commonErrors.includes(error.code) || route.errors.includes(error.code))
    return error;
  return new AppError('INTERNAL', { cause: error });
}

/**
 * Makes a controller method the handler of a declared route. The contract defines the method, the path, and the
 * schemas of input and response. The edge middleware has already checked access.
 */
export function Route<const R extends HttpRoute>(route: R) {
  return <T extends RouteHandler<R>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    const original = descriptor.value as RouteHandler<R>;
    const handle = async function (this: unknown, request: Request, response: Response): Promise<void> {
      const input = parseRequest(route, request);
      try {
        sendResult(route, response, await original.call(this, input, new RequestContext(request, response)));
      } catch (error) {
        throw toDeclaredError(route, error);
      }
    };
    Req()(target, key, 0);
    Res()(target, key, 1);
    descriptor.value = handle as unknown as T;
    RequestMapping({ path: route.path, method: RequestMethod[route.method] })(target, key, descriptor);
    Reflect.defineMetadata(ROUTE_METADATA, route, handle);
  };
}
