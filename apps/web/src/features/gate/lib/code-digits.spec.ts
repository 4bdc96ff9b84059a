import { codeDigits } from './code-digits.js';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['Your code: 987654.', '987654'],
  ['١٢٣٤٥٠', '123450'],
  ['۱۲۳۴۵۹', '123459'],
  ['１２３', '123'],
  ['1234567', '123456'],
  ['abc', ''],
])('reads the digits of %j', (text, digits) => {
  expect(codeDigits(text)).toBe(digits);
});
