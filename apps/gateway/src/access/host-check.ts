import { isIP } from 'node:net';
import { AppError, type HttpRoute, routes } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import type { Request, RequestHandler } from 'express';
import type { GatewayEnvironment } from '../environment.js';
import { stateOf } from '../http/portal-request.js';
import { WRONG_HOST_PAGE } from './wrong-host-page.js';

/** A name, an IPv4 address or a bracketed IPv6 address, with an optional port (RFC 9110, 7.2). */
const AUTHORITY = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{0,5})?$/i;
/** Maximum number of characters of a host in the log. */
const MAX_HOST_LENGTH = 200;
/** Maximum number of rejected hosts in the log. Limits the log when a client sends many made-up names. */
const MAX_LOGGED_HOSTS = 20;
/** Health checks are exempt: load balancers send any host name. */
const exemptRoutes = new Set<HttpRoute | undefined>([routes.portal.live, routes.portal.ready]);

type HostSettings = Pick<GatewayEnvironment, 'PUBLIC_ORIGIN' | 'ALLOWED_HOSTS'>;

/** Returns a name in lower case, without the trailing dot of the DNS root. */
const canonical = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/**
 * Creates a check of the authority of a request, as in a Host header. Names that an attacker can point at
 * the portal (DNS rebinding) pass only if they are configured. Loopback names, IP literals and names of a local
 * network always pass. Names of a local network have one label or end in .local.
 */
export function hostCheck({ PUBLIC_ORIGIN, ALLOWED_HOSTS = [] }: HostSettings) {
  const configured = new Set(ALLOWED_HOSTS.map(canonical));
  if (PUBLIC_ORIGIN !== undefined) configured.add(canonical(new URL(PUBLIC_ORIGIN).hostname));
  return (authority: string | undefined): boolean => {
    const [, ipv6, text] = AUTHORITY.exec(authority ?? '') ?? [];
    if (ipv6 !== undefined) return isIP(ipv6) === 6;
    const name = canonical(text ?? '');
    if (configured.has(name) || isIP(name) === 4) return true;
    const labels = name.split('.');
    if (labels.includes('')) return false;
    return labels.length === 1 || ['localhost', 'local'].includes(labels.at(-1) ?? '');
  };
}

/**
 * Returns the authorities in a request: the Host header, X-Forwarded-Host of a trusted proxy, and the target
 * in absolute form (RFC 9112, 3.2.2). All authorities must pass, because an attacker may control one.
 */
function authoritiesOf(request: Request): (string | undefined)[] {
  const { url } = request;
  const authorities = [request.get('host'), request.host];
  if (url.startsWith('/') || url === '*') return authorities;
  return [...authorities, URL.canParse(url) ? new URL(url).host : undefined];
}

/** Returns a function that logs each of the first rejected hosts once, with the settings to change. */
function refusalLogger(logger: Logger): (authority: string | undefined) => void {
  const logged = new Set<string>();
  return (authority = '') => {
    // Node decodes headers as Latin-1. Replaces control characters (U+0080 to U+009F), which terminals execute.
    const host = authority
      .slice(0, MAX_HOST_LENGTH)
      .toLowerCase()
      .replace(/[^\x21-\x7e]/g, '?');
    if (logged.size === MAX_LOGGED_HOSTS || logged.has(host)) return;
    logged.add(host);
    logger.warn(
      { host },
      'refused a request for an unknown host: set PUBLIC_ORIGIN to the URL that visitors use, or add the host to ALLOWED_HOSTS',
    );
  };
}

/** Returns whether the client expects HTML. API calls get the error as JSON. */
const wantsPage = (request: Request): boolean =>
  !/^\/api(?:\/|$)/.test(request.path) && (request.get('accept') ?? '').includes('text/html');

/** Creates the middleware that answers 421 to requests for hosts other than the portal's. */
export function checkHost(settings: HostSettings, logger: Logger): RequestHandler {
  const isAllowed = hostCheck(settings);
  const logRefused = refusalLogger(logger);
  return (request, response, next) => {
    if (exemptRoutes.has(stateOf(request).route)) return next();
    const refused = authoritiesOf(request).filter((authority) => !isAllowed(authority));
    if (refused.length === 0) return next();
    logRefused(refused[0]);
    response.setHeader('Cache-Control', 'no-store');
    if (wantsPage(request)) response.status(421).type('html').send(WRONG_HOST_PAGE);
    else next(new AppError('MISDIRECTED_REQUEST'));
  };
}
