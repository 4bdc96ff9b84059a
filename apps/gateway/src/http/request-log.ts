import { type HttpRoute, routes } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import { stateOf } from './portal-request.js';
import { RequestContext } from './request-context.js';
import type { UnknownPaths } from './unknown-paths.js';

/** Characters of a path that are logged. */
const MAX_PATH = 200;

/** Health checks come every few seconds and get no line. `sendError` logs those that fail. */
const isQuiet = (request: Request) => request.path.startsWith('/api/health/');

/** Returns the path without the query, which may contain names that people search for. */
const pathOf = ({ originalUrl }: Request) => originalUrl.split('?', 1)[0]?.slice(0, MAX_PATH) ?? '';

/** Returns the fields of a line. */
function facts(request: Request, response: Response, { responseTime }: { responseTime: number }): object {
  const { route, identity, trace } = stateOf(request);
  // Includes a session that this request has just begun.
  const record = identity.record ?? request.session?.portal;
  return {
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
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

/** Returns whether neither a route nor a file of the web app answered the request. */
const isUnknown = (request: Request, { statusCode }: Response) =>
  stateOf(request).route === undefined && statusCode >= 400 && statusCode < 500;

/** Routes whose successes are on record as deliveries. They are two thirds of the requests of a viewer. */
const recorded = new Set<HttpRoute | undefined>([routes.playback.segment, routes.playback.segmentAddresses]);

const isRecorded = (request: Request, { statusCode, writableFinished }: Response) =>
  statusCode < 400 && writableFinished && recorded.has(stateOf(request).route);

/**
 * Logs one line for each request, except for health checks, for segments that were delivered, and during a flood
 * of unknown paths. Errors are logged separately under the same request id.
 */
export function requestLog(logger: Logger, unknownPaths: UnknownPaths): RequestHandler {
  return pinoHttp<Request, Response>({
    // `facts` contains no secrets. Redacting every line would take a tenth of the work for a request.
    logger: logger.child({}, { redact: [] }),
    autoLogging: { ignore: isQuiet },
    genReqId: (request) => stateOf(request).requestId,
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    quietResLogger: true,
    customLogLevel: (request, response, error) => {
      if (isRecorded(request, response)) return 'silent';
      if (isUnknown(request, response) && !unknownPaths.takeLine(pathOf(request))) return 'silent';
      return error || response.statusCode >= 500 ? 'warn' : 'info';
    },
    customSuccessObject: facts,
    customErrorObject: (request, response, _error, values) => facts(request, response, values),
    customErrorMessage: () => 'request failed',
  });
}
