import { isIPv6 } from 'node:net';

/** IPv6 addresses that stand for an IPv4 one (RFC 4291, 2.5.5.2). */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * What counts as one place for limits: an IPv4 address, or the /64 of an IPv6 one, since that is what one line is
 * given (RFC 6177).
 */
export function placeOf(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped) return mapped;
  return isIPv6(ip) ? `${groups(ip).slice(0, 4).join(':')}::/64` : ip;
}
