import { isIP } from 'node:net';

/** An IP address, with or without a prefix. */
const NETWORK = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i;

/** Shortest allowed prefixes, which the message of `NETWORK_TOO_LARGE` names. Shorter ones would block large parts of the Internet. */
const SHORTEST = { 4: 8, 6: 16 } as const;

/** Prefix of IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;
const isMapped = (groups: readonly number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

/** Returns `parts` of `bits` bits each, with all bits after the prefix set to 0. */
function masked(parts: readonly number[], bits: number, prefix: number): number[] {
  return parts.map((part, index) => {
    const kept = Math.min(Math.max(prefix - index * bits, 0), bits);
    return (part >> (bits - kept)) << (bits - kept);
  });
}

/** Returns an IPv6 address in its canonical form (RFC 5952), with groups in hexadecimal only. */
const canonicalIpv6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = [], right = []] = canonicalIpv6(address)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

function ipv4Network(bytes: readonly number[], prefix: number): string | undefined {
  if (prefix < SHORTEST[4] || prefix > 32) return undefined;
  return `${masked(bytes, 8, prefix).join('.')}/${prefix}`;
}

function ipv6Network(groups: readonly number[], prefix: number): string | undefined {
  if (isMapped(groups) && prefix >= MAPPED_BITS) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return ipv4Network(bytes, prefix - MAPPED_BITS);
  }
  if (prefix < SHORTEST[6] || prefix > 128) return undefined;
  const hexadecimal = masked(groups, 16, prefix).map((group) => group.toString(16));
  return `${canonicalIpv6(hexadecimal.join(':'))}/${prefix}`;
}

/**
 * Returns the canonical CIDR notation of an IP address or a network: host bits are 0, an IPv4-mapped network is
 * IPv4. Returns undefined for any other text, and for a prefix that is too short.
 */
export function canonicalNetwork(text: string): string | undefined {
  const [, host = '', prefix] = NETWORK.exec(text) ?? [];
  const family = isIP(host);
  if (family === 4) return ipv4Network(host.split('.').map(Number), Number(prefix ?? 32));
  if (family === 6) return ipv6Network(groupsOf(host), Number(prefix ?? 128));
  return undefined;
}

/** Returns whether a text is a network whose prefix is too short. */
export function isNetworkTooLarge(text: string): boolean {
  const [, host = '', prefix] = NETWORK.exec(text) ?? [];
  const bits = isIP(host) === 4 ? 32 : 128;
  return isIP(host) !== 0 && Number(prefix) <= bits && canonicalNetwork(text) === undefined;
}
