import { blockValue } from './block-value.js';

describe('blockValue', () => {
  it.each([
    ['address', ' Ada@Kino.Example ', 'ada@kino.example'],
    ['address', 'jose\u0301@kino.example', 'jos\u00e9@kino.example'],
    ['address', 'ΑΔΑ@ΚΙΝΟ.example', 'αδα@κινο.example'],
    ['address', 'محمد@مثال.example', 'محمد@مثال.example'],
    ['address', 'ada+press@kino.example', 'ada+press@kino.example'],
    ['domain', 'Kino.Example', 'kino.example'],
    ['domain', ' @Kino.Example', 'kino.example'],
    ['domain', 'xn--bcher-kva.example', 'bücher.example'],
    ['domain', '@BU\u0308CHER.example', 'bücher.example'],
    ['domain', '電影.香港', '電影.香港'],
    ['network', ' 192.0.2.7/24 ', '192.0.2.0/24'],
    ['network', '2001:DB8::1/48', '2001:db8::/48'],
  ] as const)('stores the %s “%s” as “%s”', (kind, text, value) => {
    expect(blockValue(kind, text)).toBe(value);
    expect(blockValue(kind, value)).toBe(value);
  });

  it.each([
    ['address', 'kino.example'],
    ['address', '@kino.example'],
    ['address', 'ada@kino'],
    ['address', 'a\0b@kino.example'],
    ['domain', 'ada@kino.example'],
    ['domain', '@@kino.example'],
    ['domain', 'example'],
    ['domain', '192.0.2.7'],
    ['domain', '127.1'],
    ['domain', 'xn--a.example'],
    ['domain', 'kino.example/24'],
    ['domain', 'kino..example'],
    ['network', 'kino.example'],
    ['network', '192.0.2.0/33'],
    ['network', '0.0.0.0/0/0'],
  ] as const)('rejects the %s “%s”', (kind, text) => {
    const message = expect.stringMatching(/^Please enter an e-mail address, a domain, or a network/);
    expect(() => blockValue(kind, text)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        message,
        fields: { value: message },
        fieldCodes: { value: { code: 'BLOCK_VALUE_INVALID', params: {} } },
      }),
    );
  });

  it.each(['0.0.0.0/0', '10.0.0.0/7', '2001:db8::/15', '::ffff:0:0/96', ' ::/0 '])(
    'says that the network “%s” is too large',
    (text) => {
      const message = expect.stringMatching(/^This network is too large/);
      expect(() => blockValue('network', text)).toThrow(
        expect.objectContaining({
          code: 'VALIDATION_FAILED',
          message,
          fields: { value: message },
          fieldCodes: { value: { code: 'NETWORK_TOO_LARGE', params: {} } },
        }),
      );
    },
  );
});
