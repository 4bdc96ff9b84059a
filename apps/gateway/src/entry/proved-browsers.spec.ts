import { PROVED_MS, ProvedBrowsers } from './proved-browsers.js';

const NOW = Date.UTC(2026, 0, 1);
const browsers = new ProvedBrowsers('one secret that is long enough for it');
const mark = browsers.issue('ada@kino.example', NOW);

describe('ProvedBrowsers', () => {
  it('recognises the address that was proved, for 90 days', () => {
    expect(browsers.recognises(mark, 'ada@kino.example', NOW)).toBe(true);
    expect(browsers.recognises(mark, 'ada@kino.example', NOW + PROVED_MS - 1)).toBe(true);
    expect(browsers.recognises(mark, 'ada@kino.example', NOW + PROVED_MS)).toBe(false);
    expect(mark).not.toContain('ada');
  });

  it.each([
    ['another address', mark, 'eve@kino.example'],
    ['a later time than the signed one', mark.replace(/^\d+/, String(NOW + 1)), 'ada@kino.example'],
    ['a missing cookie', undefined, 'ada@kino.example'],
    ['a value of another form', 'abc', 'ada@kino.example'],
    [
      'another secret',
      new ProvedBrowsers('another secret, as long').issue('ada@kino.example', NOW),
      'ada@kino.example',
    ],
  ])('rejects %s', (_name, value, email) => {
    expect(browsers.recognises(value, email, NOW)).toBe(false);
  });
});
