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
  ])('makes %s and %s equal', (one, other) => {
    expect(foldForSearch(one)).toBe(foldForSearch(other));
  });

  it.each([
    ['Anna', 'Ann'],
    ['José', 'Jose'],
    ['علی', 'علا'],
  ])('keeps %s and %s different', (one, other) => {
    expect(foldForSearch(one)).not.toBe(foldForSearch(other));
  });
});

it('puts e-mail after name, separated by a line break', () => {
  expect(searchTextOf({ name: 'Anna', email: 'A@X.org' })).toBe('anna\na@x.org');
});

it.each([
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['Ä', '%ä%'],
])('makes a pattern that matches %s literally', (part, pattern) => {
  expect(containing(part)).toBe(pattern);
});
