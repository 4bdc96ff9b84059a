import { randomUUID } from 'node:crypto';
import {
  AppError,
  authRoutes,
  entryRoutes,
  gateImagesRoutes,
  type HttpRoute,
  type PortalSettings,
  routes,
} from '@secure-preview/contracts';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { assertAllowed } from './access/access-rule.js';
import { checkHost } from './access/host-check.js';
import { assertSameOrigin } from './access/origin-check.js';
import { findRoute } from './access/route-table.js';
import type { GatewayEnvironment } from './environment.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import { jsonBody } from './http/json-body.js';
import { beginState, stateOf } from './http/portal-request.js';
import { requestMetrics } from './http/request.metrics.js';
import { RequestContext } from './http/request-context.js';
import { requestLog } from './http/request-log.js';
import { beginTrace, requestTrace } from './http/request-trace.js';
import { securityHeaders } from './http/security-headers.js';
import { sendError } from './http/send-error.js';
import type { UnknownPaths } from './http/unknown-paths.js';
import { admission } from './overload/admission.js';
import type { Protection } from './overload/protection.js';
import { sessionMiddleware } from './sessions/session-middleware.js';
import { staticWeb } from './web/static-web.js';

const REQUEST_ID = /^[\w-]{8,64}$/;

function beginRequest(request: Request, response: Response, next: NextFunction): void {
  const receivedId = request.get('x-request-id');
  const requestId = receivedId !== undefined && REQUEST_ID.test(receivedId) ? receivedId : randomUUID();
  beginState(request, requestId, beginTrace(request), findRoute(request.method, request.path));
  response.setHeader('X-Request-Id', requestId);
  next();
}

/** Answers 404 to undeclared paths under /api, and forbids caching of every response there. */
function assertDeclared(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next(stateOf(request).onPath.length === 0 ? new AppError('NOT_FOUND') : undefined);
}

/** Public routes whose response depends on the session. */
const sessionDependentRoutes = new Set<HttpRoute | undefined>([
  ...Object.values(authRoutes),
  entryRoutes.enterWithCode,
  entryRoutes.enterWithInvitation,
  entryRoutes.enterAsAdministrator,
  gateImagesRoutes.read,
  entryRoutes.forgetBrowser,
]);

type EdgeOptions = Omit<GatewayDependencies, 'report' | 'rules'> & {
  overload: Protection;
  unknownPaths: UnknownPaths;
  /** Returns the settings in effect; undefined before they were read. */
  portalSettings: () => PortalSettings | undefined;
};

/** Reads the session if the response depends on it, and checks access before the body is read. */
function checkAccess({ redis, settings, levels }: EdgeOptions): RequestHandler {
  const extending = sessionMiddleware(redis, settings, true);
  const reading = sessionMiddleware(redis, settings, false);
  const readSession = (request: Request, response: Response) =>
    new Promise<void>((resolve, reject) => {
      const session = stateOf(request).route?.extendsSession === false ? reading : extending;
      session(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  return async (request, response, next) => {
    const state = stateOf(request);
    const { route, onPath } = state;
    const access = route?.access ?? onPath[0]?.access ?? 'uploader';
    if (access !== 'public' || sessionDependentRoutes.has(route)) {
      await readSession(request, response);
      state.identity = await levels.identify(request.session, new RequestContext(request, response).ip);
    }
    assertAllowed(access, state.identity);
    if (!route) {
      response.setHeader('Allow', onPath.map(({ method }) => method).join(', '));
      throw new AppError('METHOD_NOT_ALLOWED', { params: { method: request.method } });
    }
    // Pages poll the status route during uploads of several hours, so this route also extends the level.
    const { record, level } = state.identity;
    const isActivity = access === 'uploader' && route.extendsSession !== false;
    if (level === 'uploader' && record && (isActivity || route === routes.auth.status)) {
      await levels.extendUploader(record);
    }
    next();
  };
}

function checkOrigin({ PUBLIC_ORIGIN }: GatewayEnvironment): RequestHandler {
  return (request, _response, next) => {
    const { method, host } = request;
    const facts = { method, host, origin: request.get('origin'), fetchSite: request.get('sec-fetch-site') };
    assertSameOrigin(facts, PUBLIC_ORIGIN);
    next();
  };
}

/** Installs the middleware that runs before a handler, in order. */
export function installEdge(app: Express, options: EdgeOptions): void {
  const { settings, logger } = options;
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.TRUST_PROXY ?? false);
  app.set('query parser', 'simple');
  app.use(beginRequest, requestMetrics, admission(options.overload));
  app.use(requestTrace, requestLog(logger, options.unknownPaths), securityHeaders(settings));
  app.use(checkHost(settings, logger));
  app.use('/api', assertDeclared, checkAccess(options), checkOrigin(settings), jsonBody);
  app.use(staticWeb(settings, options.portalSettings));
  // Handles errors of the middleware above. Nest's exception filter does not receive them.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    sendError(error, request, response, logger);
  });
}
