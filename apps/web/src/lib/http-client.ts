import type { HttpRoute, RouteRequest, RouteResponse } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { HttpError } from './http-error.js';

/** Limit in milliseconds, longer than the slowest deadline behind the gateway. */
const DEADLINE_MS = 35_000;

interface CallOptions {
  signal?: AbortSignal;
  /** Continues the request after the page is closed. */
  keepalive?: boolean;
}
interface LooseRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}
type Args<R extends HttpRoute> =
  Record<never, never> extends RouteRequest<R>
    ? [request?: RouteRequest<R>, options?: CallOptions]
    : [request: RouteRequest<R>, options?: CallOptions];

/**
 * Calls a route of the contract and parses its response.
 *
 * @throws HttpError for a response that is not OK
 * @throws TypeError when there was no response, DOMException when it timed out
 */
export async function call<R extends HttpRoute>(route: R, ...args: Args<R>): Promise<RouteResponse<R>> {
  return (await callForHeaders(route, ...args)).data;
}

/** Like {@link call}, but also returns the response headers. */
export async function callForHeaders<R extends HttpRoute>(
  route: R,
  ...[request = {} as RouteRequest<R>, options = {}]: Args<R>
): Promise<{ data: RouteResponse<R>; headers: Headers }> {
  const { params, query, body } = request as LooseRequest;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const response = await fetch(addressOf(route, params, query), {
    method: route.method,
    credentials: 'include',
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  if (!response.ok) throw new HttpError(response.status, response.statusText, await response.text());
  const data = route.response ? z.parse(route.response, await response.json()) : undefined;
  return { data: data as RouteResponse<R>, headers: response.headers };
}

/** Returns the route's path with its `:name` parameters and query filled in. */
export function addressOf(
  route: HttpRoute,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
