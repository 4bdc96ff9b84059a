import { domainOfKey, emailKey } from './gate-mode.js';

describe('emailKey', () => {
  it.each([
    ['Ada@Kino.Example', 'ada@kino.example'],
    [' jose\u0301@kino.example ', 'jos\u00e9@kino.example'],
    ['ΑΔΑ@ΚΙΝΟ.example', 'αδα@κινο.example'],
  ])('returns for %j the key %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
    expect(emailKey(key)).toBe(key);
  });

  it('distinguishes plus signs and dots, whose meaning depends on the mail server', () => {
    expect(new Set(['a.b@c.example', 'ab@c.example', 'a.b+x@c.example'].map(emailKey)).size).toBe(3);
  });
});

it('returns the domain of a key', () => {
  expect(domainOfKey('a@b.example')).toBe('b.example');
});
