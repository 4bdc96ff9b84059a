import { isIPv6 } from 'node:net';
import { ipAddressOf } from './ip-address.js';

/** Returns the eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Returns the key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, the usual
 * assignment to one subscriber (RFC 6177).
 */
export function rateLimitKey(ip: string): string {
  const address = ipAddressOf(ip) ?? ip;
  return isIPv6(address) ? `${groups(address).slice(0, 4).join(':')}::/64` : address;
}

const LOOPBACK = /^127\.|^::1$/;

/**
 * Returns the network of an address for limits: the /24 of an IPv4 address, or the /48 of an IPv6 address,
 * the largest assignment to one site (RFC 6177). Undefined for loopback addresses.
 */
export function networkOf(ip: string): string | undefined {
  const address = ipAddressOf(ip) ?? ip;
  if (LOOPBACK.test(address)) return undefined;
  if (isIPv6(address)) return `${groups(address).slice(0, 3).join(':')}::/48`;
  return address.replace(/\.\d+$/, '.0/24');
}
