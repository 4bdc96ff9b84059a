import { isolated } from './text-direction.js';

const FSI = '\u2068';
const LRI = '\u2066';
const PDI = '\u2069';

it.each([
  ['ltr', 'Zoé O’Neill-7'],
  ['ltr', '王小明'],
  ['ltr', 'ada@example.com'],
  ['ltr', '4:20'],
  ['ltr', ''],
  ['rtl', 'سارة'],
  ['rtl', 'שרה 7'],
  ['rtl', '4:20'],
] as const)(
  'keeps text without letters of the other direction in a sentence from %s: %j',
  (direction, text) => {
    expect(isolated(text, direction)).toBe(text);
  },
);

it.each([
  ['ltr', 'سارة', FSI],
  ['ltr', 'Ben 7 סרה', FSI],
  ['ltr', '𐤀', FSI],
  ['ltr', 'سارة@example.com', LRI],
  ['rtl', 'Ada Lovelace', FSI],
  ['rtl', '王小明', FSI],
  ['rtl', 'Ben 7 سارة', FSI],
  ['rtl', '1sara@example.com', LRI],
  ['rtl', 'سارة@مثال.إختبار', LRI],
] as const)('isolates a name or address in a sentence from %s: %j', (direction, text, start) => {
  expect(isolated(text, direction)).toBe(`${start}${text}${PDI}`);
});
