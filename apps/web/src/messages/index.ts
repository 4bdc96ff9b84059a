import { en, type Messages, type Translation } from './en.js';

/**
 * Catalogues by language tag. English is part of the page; others are loaded if needed:
 * `de: async () => (await import('./de.js')).de`.
 */
const translations: Readonly<Record<string, () => Promise<Translation>>> = {};

/**
 * Returns the catalogue of the first language that has one, else English. A tag also matches a catalogue
 * of a more general one, such as `de` for `de-AT` (RFC 4647, 3.4).
 *
 * @param languages the user's preference, such as `navigator.languages`
 */
export async function loadMessages(
  languages: readonly string[],
  catalogues: Readonly<Record<string, () => Promise<Messages>>> = translations,
): Promise<Messages> {
  const known = { ...catalogues, [en.locale]: async () => en };
  for (const language of languages) {
    for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      const load = Object.hasOwn(known, tag) ? known[tag] : undefined;
      // Without a connection the page must still appear.
      if (load) return load().catch(() => en);
    }
  }
  return en;
}
