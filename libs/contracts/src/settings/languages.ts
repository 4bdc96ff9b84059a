import * as z from 'zod/mini';

/** Languages that visitors can be offered, in the order of menus (docs/product.md#settings). */
export const visitorLanguages = ['en', 'de', 'fr', 'es', 'zh-Hans', 'ar'] as const;
export type VisitorLanguage = (typeof visitorLanguages)[number];

/** Languages of alerts to the administrator, in the order of menus: those of the admin area. */
export const alertLanguages = ['en', 'de'] as const satisfies readonly VisitorLanguage[];

/** Name of each language in that language, such as Deutsch, and the direction of its script. */
export const languageDetails: Readonly<
  Record<VisitorLanguage, { readonly name: string; readonly direction: 'ltr' | 'rtl' }>
> = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  'zh-Hans': { name: '简体中文', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

export function isVisitorLanguage(tag: unknown): tag is VisitorLanguage {
  return visitorLanguages.some((language) => language === tag);
}

/** Returns the known languages among `tags`, each once, in the order of menus. */
export function inMenuOrder(tags: readonly string[]): VisitorLanguage[] {
  return visitorLanguages.filter((language) => tags.includes(language));
}

/** Language tags as an older or newer process sends them; the reader ignores unknown ones. */
export const languageTags = z.array(z.string());
