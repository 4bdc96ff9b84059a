import { formatsOf } from '../../../lib/formats.js';

/** Most common caption languages. Users enter any other language as a tag (BCP 47). */
const TAGS = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'en-US',
  'es',
  'es-419',
  'et',
  'fa',
  'fi',
  'fr',
  'fr-CA',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const;

/** Returns the name of a language in `locale`, or its tag if it has no name. */
export function languageName(tag: string, locale: string): string {
  try {
    return formatsOf(locale).language.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the tag and name of each language, sorted by name. */
export function captionLanguages(locale: string): { tag: string; name: string }[] {
  return TAGS.map((tag) => ({ tag, name: languageName(tag, locale) })).sort((a, b) =>
    a.name.localeCompare(b.name, locale),
  );
}

/**
 * Returns the language at the end of a file name, such as `pt-BR` of `trailer.pt_br.srt`; undefined if there
 * is none.
 */
export function languageOfFile(fileName: string): string | undefined {
  const stem = fileName.replace(/\.[^.]*$/, '').toLowerCase();
  const [, region, plain] = /(?:^|[._\s-])(?:([a-z]{2,3}[_-][a-z\d]{2,4})|([a-z]{2,3}))$/.exec(stem) ?? [];
  const findTag = (tag: string | undefined) =>
    tag === undefined ? undefined : TAGS.find((known) => known.toLowerCase() === tag.replace('_', '-'));
  // In `trailer-cut-de`, `cut-de` looks like a language with a region.
  return findTag(region) ?? findTag(plain) ?? findTag(region?.split(/[_-]/).at(-1));
}
