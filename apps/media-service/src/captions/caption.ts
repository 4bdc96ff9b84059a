import type { Caption as CaptionView } from '@secure-preview/contracts';

/** Captions of a trailer in one language; the text has an id of its own, and another text gets another id. */
export interface Caption {
  readonly id: string;
  /** Canonical language tag (BCP 47). */
  readonly language: string;
  readonly label: string;
}

/** As players and the administrator see them. */
export const captionView = ({ id, language, label }: Caption): CaptionView => ({
  id,
  language,
  label,
  path: `/api/media/captions/${id}`,
});

/** A tag as everybody writes it, so that `pt-br` and `pt-BR` are one language. */
export const canonicalLanguage = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/** What a language calls itself, as a title; the tag where nobody knows. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}
