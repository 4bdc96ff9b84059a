import { isIP, SocketAddress } from 'node:net';

/** An address in brackets, or an IPv4 address with a port. */
const WITH_PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Returns the canonical form of an IP address: without port, brackets and zone. Returns an IPv4-mapped IPv6
 * address as IPv4 (RFC 4291, 2.5.5.2), and undefined for any other text.
 */
export function ipAddressOf(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const host = bracketed ?? beforePort ?? text;
  const family = isIP(host);
  if (family === 0) return undefined;
  // IPv4 addresses have one form only.
  if (family === 4) return host;
  const { address } = new SocketAddress({ address: host, family: 'ipv6' });
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
