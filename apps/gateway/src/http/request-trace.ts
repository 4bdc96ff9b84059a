import {
  beginRequestSpan,
  parseTraceparent,
  type TraceContext,
  unrecordedTrace,
} from '@secure-preview/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { onceAnswered } from './once-answered.js';
import { type PortalState, stateOf } from './portal-request.js';
import { methodOf, routeOf } from './request.metrics.js';

/**
 * Returns the trace that a trusted proxy started. Ignores traces of visitors, who could otherwise make the
 * gateway record any number of requests.
 */
function trustedTrace(request: Request): TraceContext | undefined {
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const { remoteAddress } = request.socket;
  if (remoteAddress === undefined || !isTrusted(remoteAddress, 0)) return undefined;
  return parseTraceparent(request.get('traceparent'));
}

/** Returns whether a request gets a span. Static files and health checks do not. */
const isTraced = ({ path }: Request) => path.startsWith('/api/') && !path.startsWith('/api/health/');

/** Returns the trace of a request. Begins its span if the trace is recorded. */
export function beginTrace(request: Request): Pick<PortalState, 'trace' | 'span'> {
  const parent = trustedTrace(request);
  const span = isTraced(request) ? beginRequestSpan('request', parent) : undefined;
  return span ? { trace: span.trace, span } : { trace: parent ?? unrecordedTrace() };
}

/**
 * Runs the rest of the request within its span, and ends the span with the response. The span has the route and
 * the session, but not the path, which contains ids and text that people typed.
 */
export function requestTrace(request: Request, response: Response, next: NextFunction): void {
  const { span } = stateOf(request);
  if (!span) {
    next();
    return;
  }
  onceAnswered(request, response, () => {
    const { requestId, identity } = stateOf(request);
    const [method, route] = [methodOf(request), routeOf(request)];
    span.end(
      `${method} ${route}`,
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
        'portal.request_id': requestId,
        ...(identity.record ? { 'portal.session_ref': identity.record.ref } : {}),
      },
      response.statusCode >= 500,
    );
  });
  span.run(next);
}
