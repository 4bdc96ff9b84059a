import type { PortalClient } from './portal-client.js';
import type { Visitor } from './visitor.js';

/** An object's address that opens without a session. */
export interface SignedAddress {
  readonly url: URL;
  /** Seconds from its issue to its end, as signed. */
  readonly lifeSeconds: number;
  /** Our clock's time of its end, in milliseconds. */
  readonly endsAt: number;
}

/** Reads a time such as 20261122T201200Z. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * Returns the address that a segment redirects to (AWS Signature Version 4 in the query); undefined when the
 * portal sends the bytes itself.
 *
 * @throws Error when the answer is neither
 */
export async function signedAddress(
  client: PortalClient,
  { cookie }: Visitor,
  segment: string,
): Promise<SignedAddress | undefined> {
  const { status, headers } = await client.ask(segment, { headers: { cookie } });
  if (status === 200) return undefined;
  if (status !== 302 || headers.location === undefined) throw new Error(`a segment answers ${status}`);
  const url = new URL(headers.location);
  const lifeSeconds = Number(url.searchParams.get('X-Amz-Expires') ?? Number.NaN);
  const issued = timeOf(url.searchParams.get('X-Amz-Date') ?? '');
  const now = Date.now();
  // Both times are the portal's, so a difference between its clock and ours does not matter.
  const left = issued + lifeSeconds * 1000 - Date.parse(headers.date ?? '');
  return { url, lifeSeconds, endsAt: now + (Number.isFinite(left) ? left : lifeSeconds * 1000) };
}
