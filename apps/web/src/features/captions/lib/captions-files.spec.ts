import { isLanguageTag } from '@secure-preview/contracts';
import { captionLanguages, languageOfFile } from './languages.js';

describe('the language of a captions file', () => {
  it.each([
    ['trailer.de.srt', 'de'],
    ['trailer_pt_br.vtt', 'pt-BR'],
    ['Trailer-PT-BR.vtt', 'pt-BR'],
    ['trailer final-de.srt', 'de'],
    ['x-es-419.srt', 'es-419'],
    ['en.srt', 'en'],
    ['trailer.srt', undefined],
    ['abcde.srt', undefined],
    ['trailer.xx.srt', undefined],
  ])('is derived from the file name %s: %j', (name, expected) => {
    expect(languageOfFile(name)).toBe(expected);
  });

  it('appears by name in the language of the page', () => {
    const languages = captionLanguages('en');
    expect(languages.find(({ tag }) => tag === 'pt-BR')?.name).toBe('Brazilian Portuguese');
    expect(captionLanguages('de').find(({ tag }) => tag === 'sv')?.name).toBe('Schwedisch');
    for (const { tag } of languages) expect(isLanguageTag(tag)).toBe(true);
  });
});
