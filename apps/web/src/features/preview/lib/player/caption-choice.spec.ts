import type { Caption } from '@secure-preview/contracts';
import { initialCaptions, preferredCaptions, rememberedCaptions } from './caption-choice.js';

const caption = (language: string): Caption => ({ id: language, language, label: language, path: '/' });
const captions = ['de', 'en-GB', 'pt-BR', 'pt-PT'].map(caption);

describe('initialCaptions', () => {
  it.each([
    [undefined, undefined],
    ['off', undefined],
    ['de', 'de'],
    ['pt-PT', 'pt-PT'],
    ['pt', 'pt-BR'],
    ['en-US', 'en-GB'],
    ['ja', undefined],
  ])('turns the stored choice %j into %j', (remembered, expected) => {
    expect(initialCaptions(captions, remembered)?.language).toBe(expected);
  });
});

describe('preferredCaptions', () => {
  it.each([
    [['pt-PT', 'de'], 'pt-PT'],
    [['ja', 'en'], 'en-GB'],
    [['ja'], 'de'],
    [[], 'de'],
  ])('for the languages %j, chooses the captions %j', (languages, expected) => {
    expect(preferredCaptions(captions, languages)?.language).toBe(expected);
  });

  it('returns undefined when there are none', () => {
    expect(preferredCaptions([], ['en'])).toBeUndefined();
  });
});

it('keeps the chosen captions for the next visit', () => {
  expect(rememberedCaptions.read()).toBeUndefined();
  rememberedCaptions.write('pt-BR');
  expect(rememberedCaptions.read()).toBe('pt-BR');
});
