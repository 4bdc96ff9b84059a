import { routes } from '@secure-preview/contracts';
import type { Answer, PortalClient } from './portal-client.js';

/** Name of the leads that the probe creates. */
export const PROBE_NAME = 'Portal probe';

/** A visitor past the gate. */
export interface Visitor {
  /** `Cookie` header. */
  readonly cookie: string;
  /** `Set-Cookie` headers of the gate. */
  readonly setCookies: readonly string[];
}

const { leadCapture } = routes.auth;

/** Passes the gate. Each call creates a lead, unless the portal rejects it. */
export function captureLead(client: PortalClient, email: string): Promise<Answer> {
  const body = JSON.stringify({ name: PROBE_NAME, email, termsAccepted: 'true' });
  return client.request(leadCapture.path, { method: leadCapture.method, body });
}

/** Enters as a visitor. @throws Error with the status if the gate rejects the visitor */
export async function enter(client: PortalClient, email: string): Promise<Visitor> {
  const { status, headers } = await captureLead(client, email);
  const setCookies = headers['set-cookie'] ?? [];
  if (status !== 200 || setCookies.length === 0) throw new Error(`the gate returned ${status}`);
  return { cookie: setCookies.map((line) => line.split(';')[0]).join('; '), setCookies };
}

/** Number of characters at the end of a cookie's value that belong to its signature. */
const SIGNED = 20;

/** Returns the session cookie with a wrong signature. */
export function forgedCookie({ cookie }: Visitor): string {
  return cookie.replace(/[^;=]+(?=;|$)/g, (value) => {
    const unsigned = value.slice(0, -SIGNED);
    return unsigned + value.slice(-SIGNED).replace(/[a-z\d]/gi, 'x');
  });
}
