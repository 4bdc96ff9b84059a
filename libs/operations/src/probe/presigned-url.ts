import type { PortalClient } from './portal-client.js';
import type { Visitor } from './visitor.js';

/** Presigned URL of an object. It works without a session. */
export interface PresignedUrl {
  readonly url: URL;
  /** Seconds from issue to expiry, as signed. */
  readonly validSeconds: number;
  /** Expiry by the local clock, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Reads a time such as 20261122T201200Z. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * Returns the URL that a segment redirects to (AWS Signature Version 4 in the query); undefined when the
 * portal sends the bytes itself.
 *
 * @throws Error when the response is neither a redirect nor the bytes
 */
export async function presignedUrl(
  client: PortalClient,
  { cookie }: Visitor,
  segment: string,
): Promise<PresignedUrl | undefined> {
  const { status, headers } = await client.request(segment, { headers: { cookie } });
  if (status === 200) return undefined;
  if (status !== 302 || headers.location === undefined) throw new Error(`a segment returned ${status}`);
  const url = new URL(headers.location);
  const validSeconds = Number(url.searchParams.get('X-Amz-Expires') ?? Number.NaN);
  const issued = timeOf(url.searchParams.get('X-Amz-Date') ?? '');
  const now = Date.now();
  // Both times are the portal's, so a difference from the local clock does not matter.
  const left = issued + validSeconds * 1000 - Date.parse(headers.date ?? '');
  return { url, validSeconds, expiresAt: now + (Number.isFinite(left) ? left : validSeconds * 1000) };
}
