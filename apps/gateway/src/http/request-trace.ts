import {
  beginRequestSpan,
  parseTraceparent,
  type RequestSpan,
  type TraceContext,
  unrecordedTrace,
} from '@secure-preview/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { stateOf } from './portal-request.js';
import { methodOf, routeOf } from './request-metrics.js';

const spans = new WeakMap<Request, RequestSpan>();

/** The trace that a proxy of ours began; a visitor could join any number of requests into one, and have them kept. */
function callersTrace(request: Request): TraceContext | undefined {
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const { remoteAddress } = request.socket;
  if (remoteAddress === undefined || !isTrusted(remoteAddress, 0)) return undefined;
  return parseTraceparent(request.get('traceparent'));
}

/** The app's own files and health checks are no story to follow. */
const isTold = ({ path }: Request) => path.startsWith('/api/') && !path.startsWith('/api/health/');

/** The trace under which a request is found; begins its span where traces are kept. */
export function beginTrace(request: Request): TraceContext {
  const given = callersTrace(request);
  const span = isTold(request) ? beginRequestSpan('request', given) : undefined;
  if (span) spans.set(request, span);
  return span?.trace ?? given ?? unrecordedTrace();
}

/**
 * Lets all that follows belong to the request's span, and ends it with the answer. It says which route and which
 * session; not the address, which holds ids and whatever somebody typed.
 */
export function requestTrace(request: Request, response: Response, next: NextFunction): void {
  const span = spans.get(request);
  if (!span) {
    next();
    return;
  }
  response.once('close', () => {
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
