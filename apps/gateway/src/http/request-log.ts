import { type HttpRoute, routes } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { onceAnswered } from './once-answered.js';
import { stateOf } from './portal-request.js';
import { RequestContext } from './request-context.js';
import type { UnknownPaths } from './unknown-paths.js';

/** Maximum number of characters of a path in the log. */
const MAX_PATH_LENGTH = 200;

/** Health checks arrive every few seconds and are not logged. `sendError` logs failed checks. */
const isHealthCheck = (request: Request) => request.path.startsWith('/api/health/');

/** Returns the path without the query, which may contain names of people. */
const pathOf = ({ originalUrl }: Request) => originalUrl.split('?', 1)[0]?.slice(0, MAX_PATH_LENGTH) ?? '';

/** Returns the fields of a log line. */
function logFields(request: Request, response: Response, responseTime: number, isStream: boolean): object {
  const { requestId, route, identity, trace } = stateOf(request);
  // Includes a session that this request has just begun.
  const record = identity.record ?? request.session?.portal;
  return {
    requestId,
    traceId: trace.traceId,
    method: request.method,
    path: pathOf(request),
    route: route?.path,
    status: response.statusCode,
    ip: new RequestContext(request, response).ip,
    access: identity.level,
    sessionRef: record?.ref,
    leadId: record?.viewer.leadId,
    responseTime,
    // The client disconnected before the response was complete.
    ...(response.writableFinished || isStream ? {} : { aborted: true }),
  };
}

/** Returns whether the request matched no route and no file of the web app. */
const isUnknownPath = (request: Request, { statusCode }: Response) =>
  stateOf(request).route === undefined && statusCode >= 400 && statusCode < 500;

/** Routes whose successful requests are recorded as deliveries: two thirds of a viewer's requests. */
const deliveryRoutes = new Set<HttpRoute | undefined>([routes.playback.segment, routes.playback.segmentUrls]);

const isRecordedDelivery = (request: Request, { statusCode, writableFinished }: Response) =>
  statusCode < 400 && writableFinished && deliveryRoutes.has(stateOf(request).route);

/** Returns the message of a complete request. A client may disconnect before the response is complete. */
function messageOf({ statusCode, writableFinished }: Response, isStream: boolean): string {
  if (isStream) return 'event stream opened';
  if (statusCode >= 500) return 'request failed';
  return writableFinished ? 'request completed' : 'request aborted';
}

/**
 * Logs one line per request, except for health checks, delivered segments, and floods of unknown paths. Errors
 * are logged separately under the same request id. Creates no child loggers of a request: two take a tenth of its CPU
 * time.
 */
export function requestLog(logger: Logger, unknownPaths: UnknownPaths): RequestHandler {
  // `logFields` returns no secrets. Redaction would take a tenth of the CPU time of a request.
  const requests = logger.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = Date.now();
    onceAnswered(request, response, (isStream) => {
      if (isHealthCheck(request) || isRecordedDelivery(request, response)) return;
      if (isUnknownPath(request, response) && !unknownPaths.takeLine(pathOf(request))) return;
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      const fields = logFields(request, response, Date.now() - startedAt, isStream);
      requests[level](fields, messageOf(response, isStream));
    });
    next();
  };
}
