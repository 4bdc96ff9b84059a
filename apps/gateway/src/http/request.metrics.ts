import { metric, secondsSince } from '@secure-preview/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { onceAnswered } from './once-answered.js';
import { stateOf } from './portal-request.js';

const duration = metric.seconds(
  'portal_http_request_duration_seconds',
  'Time from a request to the last byte of its response, or to the first of an event stream, by method, route template and status.',
  ['method', 'route', 'status_code'],
);
const inFlight = metric.gauge('portal_http_requests_in_flight', 'HTTP requests in progress.');
const aborted = metric.counter(
  'portal_http_requests_aborted_total',
  'Requests whose client disconnected before the end of the response, by route template.',
  ['route'],
);

/** Methods with their own label. All other methods share one label, because clients may send any method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Non-standard status 499, as in nginx: the client disconnected before a status was sent. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Returns the route template of a request. The path itself is not used as a label: it may identify a person, and
 * its values are unlimited.
 */
export function routeOf(request: Request): string {
  const { route, onPath } = stateOf(request);
  const declared = route ?? onPath[0];
  if (declared) return declared.path;
  return request.originalUrl.startsWith('/api/') ? 'unknown' : 'web';
}

export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** Counts and times requests. */
export function requestMetrics(request: Request, response: Response, next: NextFunction): void {
  const start = performance.now();
  inFlight.inc();
  onceAnswered(request, response, (isStream) => {
    inFlight.dec();
    const route = routeOf(request);
    const isAborted = !response.writableFinished && !isStream;
    if (isAborted) aborted.inc({ route });
    const method = methodOf(request);
    const status_code = isAborted && !response.headersSent ? CLIENT_CLOSED_REQUEST : response.statusCode;
    duration.observe({ method, route, status_code }, secondsSince(start));
  });
  next();
}
