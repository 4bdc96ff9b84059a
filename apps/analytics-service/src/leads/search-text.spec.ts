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
  ])('makes %s and %s equal', (left, right) => {
    expect(foldForSearch(left)).toBe(foldForSearch(right));
  });

  it.each([
    ['Anna', 'Ann'],
    ['José', 'Jose'],
    ['علی', 'علا'],
  ])('keeps %s and %s different', (left, right) => {
    expect(foldForSearch(left)).not.toBe(foldForSearch(right));
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
