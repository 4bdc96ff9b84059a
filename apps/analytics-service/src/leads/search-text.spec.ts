import { containing, foldForSearch, searchTextOf } from './search-text.js';

describe('folding', () => {
  it.each([
    ['ANNA', 'anna'],
    ['José', 'JOSÉ'],
    ['José', 'Jose\u0301'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['Ольга', 'ОЛЬГА'],
    ['ｗｉｄｅ', 'wide'],
    ['İstanbul', 'İSTANBUL'],
  ])('takes %s and %s for the same', (one, other) => {
    expect(foldForSearch(one)).toBe(foldForSearch(other));
  });

  it.each([
    ['Anna', 'Ann'],
    ['José', 'Jose'],
    ['علی', 'علا'],
  ])('tells %s and %s apart', (one, other) => {
    expect(foldForSearch(one)).not.toBe(foldForSearch(other));
  });
});

it('searches name and e-mail, one after the other', () => {
  expect(searchTextOf({ name: 'Anna', email: 'A@X.org' })).toBe('anna\na@x.org');
});

it.each([
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['Ä', '%ä%'],
])('takes %s literally', (part, pattern) => {
  expect(containing(part)).toBe(pattern);
});
