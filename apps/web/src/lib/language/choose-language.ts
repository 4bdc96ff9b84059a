import type { VisitorLanguage } from '@secure-preview/contracts';

/** Returns a language tag with its script, such as `zh-Hans` for `zh-CN`; the tag itself if it is malformed. */
function withScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag;
  }
}

/**
 * Returns the first preferred language that is offered. Regions do not matter, scripts do: `de-AT` means `de`, and
 * `zh-TW` does not mean `zh-Hans`. Without a match returns English if it is offered, else the first language.
 *
 * @param preferences language tags (BCP 47), such as `navigator.languages`
 */
export function chooseLanguage(
  preferences: readonly string[],
  offered: readonly VisitorLanguage[],
): VisitorLanguage {
  for (const preferred of preferences) {
    const match = offered.find((language) => withScript(language) === withScript(preferred));
    if (match) return match;
  }
  return offered.includes('en') ? 'en' : (offered[0] ?? 'en');
}
