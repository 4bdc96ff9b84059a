import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** A webhook URL that must not be requested. `reason` is a code. */
export class WebhookAddressError extends Error {
  override name = 'WebhookAddressError';

  constructor(
    readonly reason: 'INVALID_URL' | 'PRIVATE_NETWORK',
    message: string,
  ) {
    super(message);
  }
}

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;
export const resolveWithSystem: Resolve = (host) => lookup(host, { all: true });

/** Parses the URL of a webhook. @throws WebhookAddressError */
export function parseWebhookUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new WebhookAddressError('INVALID_URL', 'The URL must begin with https:// and contain no password');
  }
  return url;
}

/**
 * Resolves the host of a webhook once. The connection then uses this address, so a second answer of the name
 * server cannot lead it into a private network.
 *
 * @throws WebhookAddressError if any of its addresses is private
 */
export async function resolveWebhookHost(
  url: URL,
  allowPrivate: boolean,
  resolve: Resolve,
): Promise<LookupAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const hidden = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address));
  if (hidden !== undefined) {
    throw new WebhookAddressError('PRIVATE_NETWORK', `${host} is in a private network (${hidden.address})`);
  }
  const [first] = addresses;
  if (first === undefined) throw new Error(`${host} has no address`);
  return first;
}
