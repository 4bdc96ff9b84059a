import { escapeFormulas } from './csv-formulas.js';

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
