import type { Caption } from '@secure-preview/contracts';
import { initialCaptions, preferredCaptions, storedCaptionChoice } from './caption-choice.js';

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
  ])('maps the stored choice %j to the captions in %j', (storedChoice, expected) => {
    expect(initialCaptions(captions, storedChoice)?.language).toBe(expected);
  });
});

describe('preferredCaptions', () => {
  it.each([
    [['pt-PT', 'de'], 'pt-PT'],
    [['ja', 'en'], 'en-GB'],
    [['ja'], 'de'],
    [[], 'de'],
  ])('maps the languages %j to the captions in %j', (languages, expected) => {
    expect(preferredCaptions(captions, languages)?.language).toBe(expected);
  });

  it('returns undefined without captions', () => {
    expect(preferredCaptions([], ['en'])).toBeUndefined();
  });
});

it('stores the chosen captions for the next visit', () => {
  expect(storedCaptionChoice.read()).toBeUndefined();
  storedCaptionChoice.write('pt-BR');
  expect(storedCaptionChoice.read()).toBe('pt-BR');
});
