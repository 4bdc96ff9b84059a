import type { Caption as CaptionView } from '@secure-preview/contracts';

/** Captions of a trailer in one language. The id identifies the text: another text gets another id. */
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

/** Returns the canonical form of a tag, so that `pt-br` and `pt-BR` are one language. */
export const canonicalLanguage = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/** Returns a language's own name, capitalised; the tag itself when the name is unknown. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}
