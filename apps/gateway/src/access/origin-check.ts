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

/** @param address an origin, or an address below one */
function sameOrigin(address: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return publicOrigin === undefined ? url.host === host : url.origin === new URL(publicOrigin).origin;
}

/**
 * Whether a request comes from another site. Clients that send neither header, such as command-line ones, carry no
 * browser's cookies for somebody else and pass (product.md, detail 4).
 */
export function isCrossOrigin(facts: OriginFacts, publicOrigin?: string): boolean {
  const { origin, fetchSite, host } = facts;
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  // A browser that vouches for the same origin may still hide its name, as after some redirects.
  if (origin === 'null') return fetchSite === undefined;
  return !sameOrigin(origin, host, publicOrigin);
}

/** @throws AppError `CROSS_ORIGIN` for a request that changes something and comes from another site */
export function assertSameOrigin(facts: OriginFacts, publicOrigin?: string): void {
  if (!SAFE.has(facts.method) && isCrossOrigin(facts, publicOrigin)) throw new AppError('CROSS_ORIGIN');
}

export interface NavigationFacts {
  fetchSite: string | undefined;
  /** Referer header. */
  referrer: string | undefined;
  host: string | undefined;
}

/**
 * Whether a page of the portal or the user themselves opened an address, rather than a link elsewhere. Browsers send
 * Sec-Fetch-Site to HTTPS and loopback addresses only (W3C Fetch Metadata); elsewhere the Referer tells.
 */
export function isOwnNavigation(
  { fetchSite, referrer, host }: NavigationFacts,
  publicOrigin?: string,
): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return referrer !== undefined && sameOrigin(referrer, host, publicOrigin);
}
