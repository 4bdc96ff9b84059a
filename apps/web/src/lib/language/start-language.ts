import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { portalConfigQuery } from '../api/portal-config.js';
import { storedLanguage } from './language-store.js';

/** Milliseconds after which the page appears in English if the portal or the texts have not arrived. */
const MAX_WAIT_MS = 3000;

const loadLanguages = () => import('./page-language.js');

/**
 * Sets the language of the page whenever the configuration names the languages that the portal offers. Resolves when
 * the page can appear: at once for a visitor who prefers English, otherwise in the right language.
 */
export async function startLanguage(queryClient: QueryClient): Promise<void> {
  const prefersEnglish = /^en\b/i.test(storedLanguage.read() ?? navigator.language);
  // Loaded at the same time as the configuration.
  const preloaded = prefersEnglish ? undefined : loadLanguages();
  const setLanguage = async (languages: readonly string[]) => {
    if (prefersEnglish && languages.includes('en')) return;
    const { showPreferredLanguage } = await (preloaded ?? loadLanguages());
    await showPreferredLanguage(queryClient, languages);
  };
  const isSet = new Promise<void>((resolve) => {
    new QueryObserver(queryClient, { ...portalConfigQuery, enabled: false }).subscribe(
      ({ data, isError }) => {
        // A page whose texts do not arrive appears in English.
        if (data)
          setLanguage(data.languages)
            .catch(() => undefined)
            .finally(resolve);
        else if (isError) resolve();
      },
    );
  });
  void queryClient.prefetchQuery(portalConfigQuery);
  if (preloaded) await Promise.race([isSet, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
