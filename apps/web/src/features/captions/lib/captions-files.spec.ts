import { isLanguageTag } from '@secure-preview/contracts';
import { captionLanguages, languageOfFile } from './languages.js';
import { decodeCaptions } from './read-caption-file.js';

const bytes = (...values: number[]) => new Uint8Array(values);

describe('decodeCaptions', () => {
  it.each([
    ['from UTF-8', new TextEncoder().encode('Où? Ωδε'), 'Où? Ωδε'],
    ['from UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['from UTF-16, low byte first', bytes(0xff, 0xfe, 0xa9, 0x03), 'Ω'],
    ['from UTF-16, high byte first', bytes(0xfe, 0xff, 0x03, 0xa9), 'Ω'],
    ['from windows-1252', bytes(0x4f, 0xf9, 0x3f, 0x20, 0xa9), 'Où? ©'],
    ['from an empty file', bytes(), ''],
  ])('decodes text %s', (_case, content, expected) => {
    expect(decodeCaptions(content)).toBe(expected);
  });
});

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
