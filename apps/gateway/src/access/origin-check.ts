import { AppError } from '@secure-preview/contracts';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export interface OriginFacts {
  method: string;
  /** Origin header. */
  origin: string | undefined;
  /** Sec-Fetch-Site header (W3C Fetch Metadata). */
  fetchSite: string | undefined;
  /** Host that the browser requested, with port. */
  host: string | undefined;
}

/** Returns whether a URL has one of the given origins (scheme, host and port). */
function hasOrigin(address: string, origins: readonly string[]): boolean {
  const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : undefined);
  const origin = originOf(address);
  return origin !== undefined && origins.some((allowed) => originOf(allowed) === origin);
}

/**
 * Returns whether a request comes from another site. Clients that send neither header pass: programs such as
 * command-line tools do not have the cookies of a visitor's browser (docs/product.md#errors).
 */
export function isCrossOrigin(facts: OriginFacts, publicOrigin?: string): boolean {
  const { origin, fetchSite, host } = facts;
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  // Browsers may send `null` even for the same origin, for example after some redirects.
  if (origin === 'null') return fetchSite === undefined;
  // Without a public origin either scheme passes: an undeclared proxy may terminate TLS.
  const allowed = publicOrigin === undefined ? [`http://${host}`, `https://${host}`] : [publicOrigin];
  return !hasOrigin(origin, allowed);
}

/** @throws AppError `CROSS_ORIGIN` for an unsafe request from another site */
export function assertSameOrigin(facts: OriginFacts, publicOrigin?: string): void {
  if (!SAFE_METHODS.has(facts.method) && isCrossOrigin(facts, publicOrigin))
    throw new AppError('CROSS_ORIGIN');
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
 * Returns whether the user or a page of the portal opened a URL, and not a link on another site. Browsers send
 * Sec-Fetch-Site only to HTTPS and loopback URLs (W3C Fetch Metadata). For other URLs the Referer decides.
 */
export function isOwnNavigation(
  { fetchSite, referrer, protocol, host }: NavigationFacts,
  publicOrigin?: string,
): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return referrer !== undefined && hasOrigin(referrer, [publicOrigin ?? `${protocol}://${host}`]);
}
