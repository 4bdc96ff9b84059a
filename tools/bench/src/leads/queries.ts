import type { LeadSort } from '@secure-preview/contracts';
import { findable } from './seed.js';

export interface Query {
  name: string;
  sort: LeadSort;
  q?: string;
  /** Starts in the middle of the list. */
  far?: boolean;
}

const sorts: readonly LeadSort[] = ['newest', 'oldest', 'name', 'email'];

/** Search texts, and a description of their share of all leads. */
const searches: readonly [string, string][] = [
  ['is in all', findable.all],
  ['one letter, in nearly all', 'a'],
  ['one letter, in a twentieth', 'w'],
  ['one letter, in a thousandth', 'j'],
  ['one letter, in none', findable.noLetter],
  ['two letters, in many', 'ma'],
  ['two letters, in a twentieth', findable.someTwentieth],
  ['two letters, in a thousandth', findable.someThousandth],
  ['two letters, in none', findable.noTwoLetters],
  ['three letters, in many', 'man'],
  ['three letters, in a twentieth', ` ${findable.someTwentieth}`],
  ['word, only in the oldest fiftieth', findable.oldest],
  ['word, in none', findable.nobody],
  ['one Chinese character, in a fortieth', findable.chinese],
  ['two Chinese characters, in few', `${findable.chinese}三`],
  ['Cyrillic name, in a fortieth', findable.cyrillic],
  ['Greek ending, in a fortieth', 'ίδη'],
];

/** Every order, with and without a search, from the first page and from the middle. */
export const queries: readonly Query[] = [
  ...sorts.flatMap((sort) => [
    { name: `by ${sort}`, sort },
    { name: `by ${sort}, from the middle`, sort, far: true },
  ]),
  ...searches.flatMap(([name, q]) => [
    ...sorts.map((sort) => ({ name: `“${q}” (${name}), by ${sort}`, sort, q })),
    { name: `“${q}” (${name}), by newest, from the middle`, sort: 'newest' as const, q, far: true },
  ]),
];
