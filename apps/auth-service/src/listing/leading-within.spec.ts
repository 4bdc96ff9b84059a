import { leadingWithin } from './leading-within.js';

describe('leadingWithin', () => {
  it('returns the leading items that fit, by their bytes in UTF-8', () => {
    const items = ['aa', 'éé', 'aa'];
    // Each item has its quotes and a comma.
    expect(leadingWithin(items, 5)).toEqual(['aa']);
    expect(leadingWithin(items, 11)).toEqual(['aa']);
    expect(leadingWithin(items, 12)).toEqual(['aa', 'éé']);
    expect(leadingWithin(items, 1000)).toEqual(items);
  });

  it('returns no item after one that is too large', () => {
    expect(leadingWithin(['aaaaaaaaaaaa', 'a'], 10)).toEqual([]);
  });
});
