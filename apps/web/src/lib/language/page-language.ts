import { inMenuOrder, languageDetails, type VisitorLanguage } from '@secure-preview/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { AdminTranslation } from '../../messages/admin-translation.js';
import { en, type Messages } from '../../messages/en.js';
import { isolateNames } from '../../messages/isolate.js';
import { LazyTexts } from '../../messages/lazy-texts.js';
import type { Translation } from '../../messages/translation.js';
import { isAdminPath } from '../../messages/use-messages.js';
import { portalConfigQueryIn } from '../api/portal-config.js';
import { chooseLanguage } from './choose-language.js';
import { languageStore, storedLanguage } from './language-store.js';

type Language = Exclude<VisitorLanguage, 'en'>;

/** Texts for visitors. Each language is a separate file, loaded when it is shown. */
const translations: Readonly<Record<Language, () => Promise<Translation>>> = {
  de: async () => (await import('../../messages/de.js')).de,
  fr: async () => (await import('../../messages/fr.js')).fr,
  es: async () => (await import('../../messages/es.js')).es,
  'zh-Hans': async () => (await import('../../messages/zh-Hans.js')).zhHans,
  ar: async () => (await import('../../messages/ar.js')).ar,
};

/** Texts of the admin area. For all other languages, the admin area is in English. */
const adminTexts: Readonly<Partial<Record<VisitorLanguage, LazyTexts<AdminTranslation>>>> = {
  de: new LazyTexts(async () => isolateNames((await import('../../messages/de-admin.js')).deAdmin)),
};

/** Languages of the admin area. */
export const adminLanguages: readonly VisitorLanguage[] = inMenuOrder(['en', ...Object.keys(adminTexts)]);

/** Loads the texts of a language. */
export async function loadMessages(language: VisitorLanguage): Promise<Messages> {
  if (language === 'en') return en;
  const { direction } = languageDetails[language];
  return {
    ...en,
    ...isolateNames(await translations[language](), direction),
    language,
    direction,
    adminTexts: adminTexts[language],
  };
}

/** The language that was requested last. */
let requested: VisitorLanguage = 'en';

/** Shows the page in a language as soon as its texts and terms have loaded. */
async function showLanguage(queryClient: QueryClient, language: VisitorLanguage): Promise<void> {
  requested = language;
  const [messages] = await Promise.all([
    loadMessages(language),
    queryClient.prefetchQuery(portalConfigQueryIn(language)),
  ]);
  if (isAdminPath(location.pathname)) await messages.adminTexts?.load();
  if (requested === language) languageStore.show(messages);
}

/** Shows the page in the visitor's preferred language among those that are offered. */
export async function showPreferredLanguage(
  queryClient: QueryClient,
  offered: readonly string[],
): Promise<void> {
  const stored = storedLanguage.read();
  const preferences = [...(stored ? [stored] : []), ...navigator.languages];
  const language = chooseLanguage(preferences, inMenuOrder(offered));
  if (language !== languageStore.read().language) await showLanguage(queryClient, language);
}

/**
 * Changes the language of the page, and stores the choice.
 *
 * @throws Error if the texts cannot be loaded. The page keeps its language.
 */
export async function changeLanguage(queryClient: QueryClient, language: VisitorLanguage): Promise<void> {
  await showLanguage(queryClient, language);
  storedLanguage.write(language);
}
