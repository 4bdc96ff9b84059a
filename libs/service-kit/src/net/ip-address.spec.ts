import { ipAddressOf } from './ip-address.js';

describe('ipAddressOf', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:1234', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
    ['[::FFFF:c633:6407]:443', '198.51.100.7'],
    ['2001:0DB8:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['::1', '::1'],
  ])('maps %s to %s', (text, address) => {
    expect(ipAddressOf(text)).toBe(address);
  });

  it.each(['', 'unknown', '198.51.100.007', '127.1', '198.51.100.7:', '[::1', '::1]:80', '\'"<b>'])(
    'returns undefined for %j',
    (text) => {
      expect(ipAddressOf(text)).toBeUndefined();
    },
  );
});
