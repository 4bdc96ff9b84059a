import { addressKey } from './address-key.js';

it.each([
  ['Ada@Kino.Example', 'ada@kino.example'],
  ['ada@xn--r8jz45g.jp', 'ada@例え.jp'],
  ['ada@例え.JP', 'ada@例え.jp'],
  ['JOSE\u0301@kino.example', 'jos\u00e9@kino.example'],
  ['@Kino.Example', '@kino.example'],
])('returns for %j the key %j', (email, key) => {
  expect(addressKey(email)).toBe(key);
  expect(addressKey(key)).toBe(key);
});
