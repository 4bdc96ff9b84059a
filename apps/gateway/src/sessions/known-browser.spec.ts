import { KnownBrowsers } from './known-browser.js';

describe('KnownBrowsers', () => {
  const known = new KnownBrowsers('one secret that is long enough for it');

  it('recognises a cookie that it issued', () => {
    const cookie = known.issue(1);
    expect(known.recognise(cookie, 1)).toBe(cookie.split('.')[0]);
    expect(known.recognise(known.issue(1), 1)).not.toBe(known.recognise(cookie, 1));
  });

  it('recognises a cookie of an earlier version', () => {
    const id = '3f2b8c1e-5d47-4a90-b6c2-000000000001';
    expect(known.recognise(`${id}.For-Cfmfjc-RlY_p71kosOmjl5yt1en4hTmKDDty0I8`, 7)).toBe(id);
    expect(known.issue(7)).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
  });

  it.each([
    ['a missing cookie', () => undefined],
    ['an empty value', () => ''],
    ['a value without a signature', (cookie: string) => cookie.split('.')[0]],
    ['a changed id', (cookie: string) => `${cookie.startsWith('a') ? 'b' : 'a'}${cookie.slice(1)}`],
    [
      'a changed signature',
      (cookie: string) => cookie.replace(/\.(.)/, (_, sign) => (sign === 'A' ? '.B' : '.A')),
    ],
    ['a value with appended text', (cookie: string) => `${cookie}.more`],
    ['the signature of another secret', () => new KnownBrowsers('another secret, as long as it').issue(1)],
    ['the signature for an earlier password', () => known.issue(0)],
  ])('rejects %s', (_name, change) => {
    expect(known.recognise(change(known.issue(1)), 1)).toBeNull();
  });
});
