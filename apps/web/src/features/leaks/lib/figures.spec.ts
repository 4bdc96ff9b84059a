import { oneInText, powerText, sizeText } from './figures.js';

it.each([
  [Math.log10(5e-7), '5.0 · 10⁻⁷'],
  [Math.log10(5.01e-10), '5.1 · 10⁻¹⁰'],
  [Math.log10(9.99e-9), '1.0 · 10⁻⁸'],
  [-9, '1.0 · 10⁻⁹'],
  [Math.log10(2.5), '2.5 · 10⁰'],
  [-300.5, '3.2 · 10⁻³⁰¹'],
])('writes 10 to the power of %d as %s, rounded up', (log10, text) => {
  expect(powerText(log10, 'en')).toBe(text);
});

it.each([
  [Math.log10(5e-7), '2 million'],
  [Math.log10(5.01e-10), '1.9 billion'],
  [-9, '1 billion'],
  [-14.99, '970 trillion'],
  [-15.7, '10¹⁵'],
  [-120.01, '10¹²⁰'],
])('says of which number of cases one is wrong with a bound of 10 to the power of %d: %s', (log10, text) => {
  expect(oneInText(log10, 'en')).toBe(text);
});

it('writes numbers as the language does', () => {
  expect(powerText(Math.log10(5.01e-10), 'de')).toBe('5,1 · 10⁻¹⁰');
  expect(oneInText(-9.3, 'de')).toBe('1,9 Milliarden');
  expect([sizeText(52_400, 'en'), sizeText(524_288_000, 'de')]).toEqual(['52.4 kB', '524,3 MB']);
});
