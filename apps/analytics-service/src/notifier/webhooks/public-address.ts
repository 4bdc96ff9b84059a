import { BlockList, isIPv4 } from 'node:net';
import { ipAddressOf } from '@secure-preview/service-kit';

/** IPv4 networks that are not globally reachable. Source: IANA IPv4 Special-Purpose Address Registry. */
const IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * IPv6 networks within the global range that are not globally reachable, or contain an IPv4 address: Teredo and
 * other protocol assignments, documentation, 6to4. Source: IANA IPv6 Special-Purpose Address Registry.
 */
const IPV6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const denied = new BlockList();
for (const [network, bits] of IPV4) denied.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of IPV6) denied.addSubnet(network, bits, 'ipv6');

/** The only range from which global IPv6 addresses are assigned. All others are local, or contain an IPv4 address. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address is reachable from the whole internet, and so belongs to no private network. */
export function isPublicAddress(text: string): boolean {
  // Also maps ::ffff:10.0.0.1 to 10.0.0.1.
  const address = ipAddressOf(text);
  if (address === undefined) return false;
  if (isIPv4(address)) return !denied.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !denied.check(address, 'ipv6');
}
