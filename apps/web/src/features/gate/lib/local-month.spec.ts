import { localMonth } from './local-month.js';

it.each([
  ['October 2025', 'en', 'October 2025'],
  ['October 2025', 'de', 'Oktober 2025'],
  ['October 2025', 'zh-Hans', '2025年10月'],
  ['October 2025', 'ar-u-nu-latn', 'أكتوبر 2025'],
  ['1 October 2025', 'de', '1 October 2025'],
  ['Oktober 2025', 'fr', 'Oktober 2025'],
  ['', 'de', ''],
])('writes %s in %s as %s', (text, locale, expected) => {
  expect(localMonth(text, locale)).toBe(expected);
});
