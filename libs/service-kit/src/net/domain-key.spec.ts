import { domainKey } from './domain-key.js';

it.each([
  ['Kino.EXAMPLE', 'kino.example'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['BU\u0308CHER.example', 'bücher.example'],
  ['XN--BCHER-KVA.Example', 'bücher.example'],
  ['ＫＩＮＯ.example', 'kino.example'],
  ['xn--e1afmkfd.xn--80akhbyknj4f', 'пример.испытание'],
  ['faß.example', 'faß.example'],
  ['電影.example', '電影.example'],
])('returns for the domain %s the key %s', (domain, key) => {
  expect(domainKey(domain)).toBe(key);
  expect(domainKey(key)).toBe(key);
});

it('changes a text that is not a domain name only to lower case', () => {
  expect(domainKey('XN--A.example')).toBe('xn--a.example');
});
