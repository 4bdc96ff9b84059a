import type { Caption } from '@secure-preview/contracts';
import { initialCaptions, preferredCaptions, rememberedCaptions } from './caption-choice.js';

const caption = (language: string): Caption => ({ id: language, language, label: language, path: '/' });
const captions = ['de', 'en-GB', 'pt-BR', 'pt-PT'].map(caption);

describe('the captions that are shown at first', () => {
  it.each([
    [undefined, undefined],
    ['off', undefined],
    ['de', 'de'],
    ['pt-PT', 'pt-PT'],
    ['pt', 'pt-BR'],
    ['en-US', 'en-GB'],
    ['ja', undefined],
  ])('when %j was chosen are %j', (remembered, expected) => {
    expect(initialCaptions(captions, remembered)?.language).toBe(expected);
  });
});

describe('the captions that a key turns on', () => {
  it.each([
    [['pt-PT', 'de'], 'pt-PT'],
    [['ja', 'en'], 'en-GB'],
    [['ja'], 'de'],
    [[], 'de'],
  ])('for somebody who reads %j are %j', (languages, expected) => {
    expect(preferredCaptions(captions, languages)?.language).toBe(expected);
  });

  it('are none where there are none', () => {
    expect(preferredCaptions([], ['en'])).toBeUndefined();
  });
});

it('a choice is kept for the next visit', () => {
  expect(rememberedCaptions.read()).toBeUndefined();
  rememberedCaptions.write('pt-BR');
  expect(rememberedCaptions.read()).toBe('pt-BR');
});
