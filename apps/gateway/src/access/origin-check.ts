import { AppError } from '@secure-preview/contracts';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export interface OriginFacts {
  method: string;
  /** Origin header. */
  origin: string | undefined;
  /** Sec-Fetch-Site header (W3C Fetch Metadata). */
  fetchSite: string | undefined;
  /** Host that the browser asked for, with port. */
  host: string | undefined;
}

/** Whether an address has one of these origins: scheme, host and port. */
function hasOrigin(address: string, origins: readonly string[]): boolean {
  const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : undefined);
  const origin = originOf(address);
  return origin !== undefined && origins.some((own) => originOf(own) === origin);
}

/**
 * Whether a request comes from another site. Clients that send neither header, such as command-line ones, carry no
 * browser's cookies for somebody else and pass (docs/product.md#errors).
 */
export function isCrossOrigin(facts: OriginFacts, publicOrigin?: string): boolean {
  const { origin, fetchSite, host } = facts;
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  // A browser that vouches for the same origin may still hide its name, as after some redirects.
  if (origin === 'null') return fetchSite === undefined;
  // Without a public origin the scheme may be either: a proxy that is not declared may end TLS.
  const own = publicOrigin === undefined ? [`http://${host}`, `https://${host}`] : [publicOrigin];
  return !hasOrigin(origin, own);
}

/** @throws AppError `CROSS_ORIGIN` for a request that changes something and comes from another site */
export function assertSameOrigin(facts: OriginFacts, publicOrigin?: string): void {
  if (!SAFE.has(facts.method) && isCrossOrigin(facts, publicOrigin)) throw new AppError('CROSS_ORIGIN');
}

export interface NavigationFacts {
  fetchSite: string | undefined;
  /** Referer header. */
  referrer: string | undefined;
  /** Scheme of the request, without a colon. */
  protocol: string;
  host: string | undefined;
}

/**
 * Whether a page of the portal or the user themselves opened an address, rather than a link elsewhere. Browsers send
 * Sec-Fetch-Site to HTTPS and loopback addresses only (W3C Fetch Metadata); elsewhere the Referer tells.
 */
export function isOwnNavigation(
  { fetchSite, referrer, protocol, host }: NavigationFacts,
  publicOrigin?: string,
): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return referrer !== undefined && hasOrigin(referrer, [publicOrigin ?? `${protocol}://${host}`]);
}
