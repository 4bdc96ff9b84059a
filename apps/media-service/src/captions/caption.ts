import type { Caption as CaptionView } from '@secure-preview/contracts';

/** Captions of a trailer in one language. A changed text gets a new id. */
export interface Caption {
  readonly id: string;
  /** Canonical language tag (BCP 47). */
  readonly language: string;
  readonly label: string;
}

/** Maps captions to the view for players and the administrator. */
export const captionView = ({ id, language, label }: Caption): CaptionView => ({
  id,
  language,
  label,
  path: `/api/media/captions/${id}`,
});

/** Returns the canonical form of a language tag, such as `pt-BR` for `pt-br`. */
export const canonicalLanguage = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/** Returns the name of a language in that language, capitalised, or the tag if the name is unknown. */
export function languageOwnName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}
