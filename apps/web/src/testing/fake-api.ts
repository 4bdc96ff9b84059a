import {
  type ErrorCode,
  type ErrorParams,
  errorCodes,
  errorMessage,
  type HttpRoute,
  type RouteRequest,
  type RouteResult,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';

interface Recorded {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  init: RequestInit;
}
type Handler = (request: Recorded) => Response | Promise<Response>;

/** Creates a response that the contract allows. Anything else does not compile, or throws. */
export function answer<R extends HttpRoute>(
  route: R,
  result: RouteResult<R>,
  headers: Record<string, string> = {},
): Response {
  const body = route.response ? z.parse(route.response, result) : null;
  return new Response(JSON.stringify(body), { status: route.status ?? 200, headers });
}

/** Creates an error response as the gateway sends it. */
export function failure(code: ErrorCode, params: ErrorParams = {}): Response {
  const { status } = errorCodes[code];
  const body = { message: errorMessage(code, params), code, params, statusCode: status, requestId: 'test' };
  return new Response(JSON.stringify(body), { status });
}

/** Fakes the portal's API: answers by the contract's routes and records the requests. */
export class FakeApi {
  private readonly routes: { route: HttpRoute; pattern: RegExp; handler: Handler; calls: Recorded[] }[] = [];

  install(): this {
    globalThis.fetch = (input, init) => this.answer(String(input), init ?? {});
    return this;
  }

  /** Sets the response of a route, replacing an earlier one. */
  on<R extends HttpRoute>(
    route: R,
    handler: RouteResult<R> | ((request: Recorded) => Response | Promise<Response>),
  ): this {
    const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const calls = this.routes.find((entry) => entry.route === route)?.calls ?? [];
    const handle =
      typeof handler === 'function' ? (handler as Handler) : () => answer(route, handler as RouteResult<R>);
    this.routes.unshift({ route, pattern, handler: handle, calls });
    return this;
  }

  /** Returns the requests to a route, in order. */
  calls<R extends HttpRoute>(route: R): (Recorded & RouteRequest<R>)[] {
    const calls = this.routes.find((entry) => entry.route === route)?.calls ?? [];
    return calls as (Recorded & RouteRequest<R>)[];
  }

  private async answer(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address, 'http://portal.test');
    for (const { route, pattern, handler, calls } of this.routes) {
      const match = route.method === (init.method ?? 'GET') && pattern.exec(url.pathname);
      if (!match) continue;
      const recorded: Recorded = {
        params: { ...match.groups },
        query: Object.fromEntries(url.searchParams),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        init,
      };
      calls.push(recorded);
      return handler(recorded);
    }
    return failure('NOT_FOUND');
  }
}
