import type { Logger } from '@secure-preview/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import { stateOf } from './portal-request.js';

/** Health checks come every few seconds and say nothing while they are well. */
const isQuiet = (request: Request) => request.path.startsWith('/api/health/');

/** One line for each request. Queries are left out: they hold names that people search for. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    autoLogging: { ignore: isQuiet },
    quietReqLogger: true,
    serializers: { req: () => undefined, res: () => undefined },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
    customProps: (request, response) => {
      const { requestId, route, identity } = stateOf(request);
      return {
        requestId,
        method: request.method,
        path: request.path,
        route: route?.path,
        status: response.statusCode,
        ip: request.ip,
        level: identity.level,
        sessionRef: identity.record?.ref,
      };
    },
  });
}
