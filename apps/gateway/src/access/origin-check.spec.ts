import { assertSameOrigin, isCrossOrigin } from './origin-check.js';

const baseFacts = { method: 'POST', origin: undefined, fetchSite: undefined, host: 'portal.example:3000' };

describe('isCrossOrigin', () => {
  it.each([
    ['no headers', {}, false],
    ['the same host', { origin: 'http://portal.example:3000' }, false],
    ['the same host behind TLS', { origin: 'https://portal.example:3000' }, false],
    ['another port', { origin: 'http://portal.example:4000' }, true],
    ['another host', { origin: 'http://portal.example.evil' }, true],
    ['the origin null', { origin: 'null' }, true],
    ['the origin null and the same site', { origin: 'null', fetchSite: 'same-origin' }, false],
    ['another scheme', { origin: 'ftp://portal.example:3000' }, true],
    ['an invalid origin', { origin: 'garbage' }, true],
    ['a cross-site fetch', { fetchSite: 'cross-site' }, true],
    ['a sub-domain', { fetchSite: 'same-site', origin: 'http://portal.example:3000' }, true],
    ['a URL that the user typed', { fetchSite: 'none' }, false],
  ])('classifies a request with %s', (_name, overrides, expected) => {
    expect(isCrossOrigin({ ...baseFacts, ...overrides })).toBe(expected);
  });

  it('accepts only the public origin if it is set', () => {
    const isCrossOriginFrom = (origin: string) =>
      isCrossOrigin({ ...baseFacts, origin }, 'https://preview.example/');
    expect(isCrossOriginFrom('https://preview.example')).toBe(false);
    expect(isCrossOriginFrom('http://preview.example')).toBe(true);
    expect(isCrossOriginFrom('http://portal.example:3000')).toBe(true);
  });
});

describe('assertSameOrigin', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('accepts the safe method %s from another site', (method) => {
    expect(() => assertSameOrigin({ ...baseFacts, method, fetchSite: 'cross-site' })).not.toThrow();
  });

  it.each(['POST', 'PATCH', 'PUT', 'DELETE'])('rejects %s from another site', (method) => {
    expect(() => assertSameOrigin({ ...baseFacts, method, fetchSite: 'cross-site' })).toThrow(
      expect.objectContaining({ code: 'CROSS_ORIGIN' }),
    );
  });
});
