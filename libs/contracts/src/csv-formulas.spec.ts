import { escapeFormulas, unescapeFormulas } from './csv-formulas.js';

describe('escapeFormulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    [' "@SUM(1)', ' "\'@SUM(1)'],
    ['Ada;+1', "Ada;'+1"],
    ['＝1', "'＝1"],
  ])('disarms %j', (text, escaped) => {
    expect(escapeFormulas(text)).toBe(escaped);
  });

  it.each(['Ada - Countess', 'jean-luc@example.org', 'O’Neil'])('keeps %j', (text) => {
    expect(escapeFormulas(text)).toBe(text);
  });
});

describe('unescapeFormulas', () => {
  it.each([
    '=1+1',
    '@kino.example',
    ' "@SUM(1)',
    'Ada;+1;-1',
    '＝1',
    'Ada - Countess',
    'O’Neil',
    "o'-neil@kino.example",
  ])('returns %j after its escape', (text) => {
    expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
  });

  it.each(["Miles O'Brien", "'Ada'", "o'-neil@kino.example"])('keeps %j', (text) => {
    expect(unescapeFormulas(text)).toBe(text);
  });
});
