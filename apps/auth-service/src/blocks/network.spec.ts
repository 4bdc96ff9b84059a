import { BlockList } from 'node:net';
import { canonicalNetwork } from './network.js';

describe('canonicalNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/32', '192.0.2.7/32'],
    ['192.0.2.200/25', '192.0.2.128/25'],
    ['203.0.113.255/24', '203.0.113.0/24'],
    ['255.255.255.255/9', '255.128.0.0/9'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001/64', '2001:db8::/64'],
    ['2001:db8:ffff:ffff::/33', '2001:db8:8000::/33'],
    ['2001:db8:ffff::1/16', '2001::/16'],
    ['::1', '::1/128'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::FFFF:c000:0207', '192.0.2.7/32'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    ['::ffff:192.0.2.7/64', '::/64'],
    ['64:ff9b::192.0.2.7/96', '64:ff9b::/96'],
  ])('writes %s as %s', (text, network) => {
    expect(canonicalNetwork(text)).toBe(network);
    expect(canonicalNetwork(network)).toBe(network);
  });

  it.each([
    '',
    'kino.example',
    '10.0.0.0/7',
    '0.0.0.0/0',
    '2001:db8::/15',
    '::/0',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/24/24',
    '192.0.2',
    '192.0.2.010',
    '0x7f.0.0.1',
    '2130706433',
    '192.0.2.7:80',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '192.0.2.0 /24',
  ])('rejects “%s”', (text) => {
    expect(canonicalNetwork(text)).toBeUndefined();
  });

  it('contains the address that it was made of', () => {
    for (const address of ['198.51.100.77', '2001:db8:1234:5678:9abc:def0:1234:5678']) {
      const family = address.includes(':') ? 'ipv6' : 'ipv4';
      for (let prefix = 16; prefix <= (family === 'ipv6' ? 128 : 32); prefix++) {
        const [network = ''] = canonicalNetwork(`${address}/${prefix}`)?.split('/') ?? [];
        const list = new BlockList();
        list.addSubnet(network, prefix, family);
        expect(list.check(address, family)).toBe(true);
      }
    }
  });
});
