import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors/error-codes.js';

/**
 * Level that a route requires (docs/product.md#levels): none, a visitor who has passed the gate, or a visitor who
 * has also entered the upload password.
 */
export type Access = 'public' | 'viewer' | 'uploader';
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Schema = z.core.$ZodType;

export interface HttpRoute {
  readonly method: HttpMethod;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly access: Access;
  /** False if a request does not restart the idle time of the session; default true. */
  readonly extendsSession?: false;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Maximum size of the body in bytes; default `limits.jsonBody`. */
  readonly maxBodyBytes?: number;
  /** Object in the body whose name errors omit: with `set`, an error in `{ set: { name } }` names `name`. */
  readonly fieldsIn?: string;
  /** JSON body of a success; absent for redirects and non-JSON responses. */
  readonly response?: Schema;
  /** Content type of a success that is not JSON. */
  readonly produces?: string;
  /** Status of a success; default 200. */
  readonly status?: 200 | 201 | 204 | 302;
  readonly errors: readonly ErrorCode[];
}

/**
 * Declares an HTTP route. The gateway derives path, access check and parsing from it. The web app
 * derives its typed client from it, and the tools derive the OpenAPI document.
 */
export function http<const R extends HttpRoute>(route: R): R {
  return route;
}

type Out<R, K extends string> = R extends { readonly [P in K]: infer S extends Schema }
  ? z.output<S>
  : undefined;
type In<R, K extends string> = R extends { readonly [P in K]: infer S extends Schema }
  ? z.input<S>
  : undefined;

/** Input of a handler, after parsing. */
export interface RouteInput<R extends HttpRoute> {
  readonly params: Out<R, 'params'>;
  readonly query: Out<R, 'query'>;
  readonly body: Out<R, 'body'>;
}
/** Result of a handler. It is parsed with the contract before it is sent. */
export type RouteResult<R extends HttpRoute> = In<R, 'response'>;
/** Request as a client sends it. */
export type RouteRequest<R extends HttpRoute> = {
  [K in 'params' | 'query' | 'body' as R extends { readonly [P in K]: Schema } ? K : never]: In<R, K>;
};
/** Response as a client receives it. */
export type RouteResponse<R extends HttpRoute> = Out<R, 'response'>;
