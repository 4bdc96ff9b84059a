import { assertSameOrigin, isCrossOrigin } from './origin-check.js';

const facts = { method: 'POST', origin: undefined, fetchSite: undefined, host: 'portal.example:3000' };

describe('isCrossOrigin', () => {
  it.each([
    ['no headers', {}, false],
    ['the own host', { origin: 'http://portal.example:3000' }, false],
    ['the own host behind TLS', { origin: 'https://portal.example:3000' }, false],
    ['another port', { origin: 'http://portal.example:4000' }, true],
    ['another host', { origin: 'http://portal.example.evil' }, true],
    ['no origin at all', { origin: 'null' }, true],
    ['a hidden origin of the same site', { origin: 'null', fetchSite: 'same-origin' }, false],
    ['another scheme', { origin: 'ftp://portal.example:3000' }, true],
    ['garbage', { origin: 'garbage' }, true],
    ['a cross-site fetch', { fetchSite: 'cross-site' }, true],
    ['a sub-domain', { fetchSite: 'same-site', origin: 'http://portal.example:3000' }, true],
    ['an address typed in', { fetchSite: 'none' }, false],
  ])('classifies a request with %s', (_name, given, expected) => {
    expect(isCrossOrigin({ ...facts, ...given })).toBe(expected);
  });

  it('accepts only the public origin where one is set', () => {
    const at = (origin: string) => isCrossOrigin({ ...facts, origin }, 'https://preview.example/');
    expect(at('https://preview.example')).toBe(false);
    expect(at('http://preview.example')).toBe(true);
    expect(at('http://portal.example:3000')).toBe(true);
  });
});

describe('assertSameOrigin', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('accepts the safe method %s from another site', (method) => {
    expect(() => assertSameOrigin({ ...facts, method, fetchSite: 'cross-site' })).not.toThrow();
  });

  it.each(['POST', 'PATCH', 'PUT', 'DELETE'])('refuses %s from another site', (method) => {
    expect(() => assertSameOrigin({ ...facts, method, fetchSite: 'cross-site' })).toThrow(
      expect.objectContaining({ code: 'CROSS_ORIGIN' }),
    );
  });
});
