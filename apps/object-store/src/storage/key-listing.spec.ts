import { type ListPosition, listPage } from './key-listing.js';

const KEYS = ['b/2', 'a', 'c', 'b/1', 'b', 'd/x/1', 'd/x/2', 'd/y', '\u{1f3ac}', '\uffe0'];
const ALL = { prefix: '', delimiter: '', startAfter: '', limit: 1000 };

function everyPage(query: Partial<typeof ALL>): string[][] {
  const pages: string[][] = [];
  let from: ListPosition | undefined;
  do {
    const page = listPage(KEYS, { ...ALL, ...query, from });
    pages.push([...page.keys, ...page.commonPrefixes]);
    from = page.next;
  } while (from);
  return pages;
}

describe('listPage', () => {
  it('sorts by UTF-8 bytes, not by UTF-16 units', () => {
    expect(everyPage({})).toEqual([
      ['a', 'b', 'b/1', 'b/2', 'c', 'd/x/1', 'd/x/2', 'd/y', '\uffe0', '\u{1f3ac}'],
    ]);
  });

  it.each([1, 2, 3, 4, 9, 10, 11])('returns every key once in pages of %i', (limit) => {
    expect(everyPage({ limit }).flat()).toEqual(everyPage({}).flat());
  });

  it.each([1, 2, 3, 1000])('returns every group once in pages of %i', (limit) => {
    const entries = everyPage({ limit, delimiter: '/' }).flat();
    expect(entries.sort()).toEqual(['a', 'b', 'b/', 'c', 'd/', '\u{1f3ac}', '\uffe0'].sort());
  });

  it('groups after the prefix', () => {
    expect(everyPage({ prefix: 'd/', delimiter: '/' })).toEqual([['d/y', 'd/x/']]);
  });

  it('accepts delimiters of several characters', () => {
    expect(everyPage({ prefix: 'd', delimiter: '/x/' })).toEqual([['d/y', 'd/x/']]);
  });

  it('starts after a key, whether or not it exists', () => {
    expect(everyPage({ startAfter: 'b/1', prefix: 'b' })).toEqual([['b/2']]);
    expect(everyPage({ startAfter: 'b/11', prefix: 'b' })).toEqual([['b/2']]);
  });

  it('returns one empty page when nothing is requested or found', () => {
    expect(everyPage({ limit: 0 })).toEqual([[]]);
    expect(everyPage({ prefix: 'z' })).toEqual([[]]);
  });
});
