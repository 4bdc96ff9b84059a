import { KnownBrowsers } from './known-browser.js';

describe('KnownBrowsers', () => {
  const known = new KnownBrowsers('one secret that is long enough for it');

  it('recognises what it issued', () => {
    const cookie = known.issue();
    expect(known.recognise(cookie)).toBe(cookie.split('.')[0]);
    expect(known.recognise(known.issue())).not.toBe(known.recognise(cookie));
  });

  it.each([
    ['nothing', () => undefined],
    ['an empty value', () => ''],
    ['no signature', (cookie: string) => cookie.split('.')[0]],
    ['a changed id', (cookie: string) => `${cookie.startsWith('a') ? 'b' : 'a'}${cookie.slice(1)}`],
    ['a changed signature', (cookie: string) => `${cookie.slice(0, -2)}__`],
    ['more than was signed', (cookie: string) => `${cookie}.more`],
    ['the signature of another secret', () => new KnownBrowsers('another secret, as long as it').issue()],
  ])('refuses %s', (_name, change) => {
    expect(known.recognise(change(known.issue()))).toBeNull();
  });
});
