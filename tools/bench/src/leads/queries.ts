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
  ['in all', searchTexts.all],
  ['one letter, in nearly all', 'a'],
  ['one letter, in a twentieth', 'w'],
  ['one letter, in a thousandth', 'j'],
  ['one letter, in none', searchTexts.noLetter],
  ['two letters, in many', 'ma'],
  ['two letters, in a twentieth', searchTexts.someTwentieth],
  ['two letters, in a thousandth', searchTexts.someThousandth],
  ['two letters, in none', searchTexts.noTwoLetters],
  ['three letters, in many', 'man'],
  ['three letters, in a twentieth', ` ${searchTexts.someTwentieth}`],
  ['word, only in the oldest fiftieth', searchTexts.oldest],
  ['word, in none', searchTexts.noMatch],
  ['one Chinese character, in a fortieth', searchTexts.chinese],
  ['two Chinese characters, in few', `${searchTexts.chinese}三`],
  ['Cyrillic name, in a fortieth', searchTexts.cyrillic],
  ['Greek ending, in a fortieth', 'ίδη'],
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
