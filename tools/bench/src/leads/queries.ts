import type { LeadSort } from '@secure-preview/contracts';
import { searchTexts } from './seed.js';

export interface Query {
  name: string;
  sort: LeadSort;
  q?: string;
  /** Starts in the middle of the list. */
  fromMiddle?: boolean;
}

const sorts: readonly LeadSort[] = ['newest', 'oldest', 'name', 'email'];

/** Search texts, and a description of their share of all leads. */
const searches: readonly [string, string][] = [
  ['word, matches all leads', searchTexts.all],
  ['one letter, matches nearly all', 'a'],
  ['one letter, matches 1 in 20', 'w'],
  ['one letter, matches 1 in 1000', 'j'],
  ['one letter, matches none', searchTexts.noLetter],
  ['two letters, matches many', 'ma'],
  ['two letters, matches 1 in 20', searchTexts.someTwentieth],
  ['two letters, matches 1 in 1000', searchTexts.someThousandth],
  ['two letters, matches none', searchTexts.noTwoLetters],
  ['three letters, matches many', 'man'],
  ['three letters, matches 1 in 20', ` ${searchTexts.someTwentieth}`],
  ['word, matches only the oldest 2 %', searchTexts.oldest],
  ['word, matches none', searchTexts.noMatch],
  ['one Chinese character, matches 1 in 40', searchTexts.chinese],
  ['two Chinese characters, matches few', `${searchTexts.chinese}三`],
  ['Cyrillic name, matches 1 in 40', searchTexts.cyrillic],
  ['Greek ending, matches 1 in 40', 'ίδη'],
];

/** Every order, with and without a search, from the first page and from the middle. */
export const queries: readonly Query[] = [
  ...sorts.flatMap((sort) => [
    { name: `by ${sort}`, sort },
    { name: `by ${sort}, from the middle`, sort, fromMiddle: true },
  ]),
  ...searches.flatMap(([name, q]) => [
    ...sorts.map((sort) => ({ name: `“${q}” (${name}), by ${sort}`, sort, q })),
    { name: `“${q}” (${name}), by newest, from the middle`, sort: 'newest' as const, q, fromMiddle: true },
  ]),
];
