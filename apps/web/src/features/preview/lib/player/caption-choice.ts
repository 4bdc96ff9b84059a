import type { Caption } from '@secure-preview/contracts';
import { CAPTIONS_KEY } from '../../../../lib/constants.js';

/** The visitor's choice: a language tag or `off`; undefined before the first choice. */
type StoredChoice = string | 'off' | undefined;

/** Stores the visitor's choice in the browser. Does nothing if storage is unavailable. */
export const storedCaptionChoice = {
  read(): StoredChoice {
    try {
      return localStorage.getItem(CAPTIONS_KEY) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(language: string | 'off'): void {
    try {
      localStorage.setItem(CAPTIONS_KEY, language);
    } catch {
      // Storage is unavailable.
    }
  },
};

/** Returns the primary subtag of a language tag (BCP 47). */
const primarySubtag = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

/** Returns the captions in a language, or in another variant of it. */
function findByLanguage(captions: readonly Caption[], language: string): Caption | undefined {
  return (
    captions.find((caption) => caption.language === language) ??
    captions.find((caption) => primarySubtag(caption.language) === primarySubtag(language))
  );
}

/** Returns the captions for the stored choice; undefined without a choice. */
export function initialCaptions(
  captions: readonly Caption[],
  storedChoice: StoredChoice,
): Caption | undefined {
  return storedChoice === undefined || storedChoice === 'off'
    ? undefined
    : findByLanguage(captions, storedChoice);
}

/**
 * Returns the captions that the `c` key turns on: those in the first available language, otherwise the first
 * captions.
 */
export function preferredCaptions(
  captions: readonly Caption[],
  languages: readonly string[],
): Caption | undefined {
  for (const language of languages) {
    const match = findByLanguage(captions, language);
    if (match) return match;
  }
  return captions[0];
}
