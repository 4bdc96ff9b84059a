import type { Caption } from '@secure-preview/contracts';
import { CAPTIONS_KEY } from '../../../../lib/constants.js';

/** The visitor's choice: a language tag or `off`; undefined if there was none. */
type Remembered = string | 'off' | undefined;

/** Storage may be unavailable; the choice is then not kept. */
export const rememberedCaptions = {
  read(): Remembered {
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

const primary = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

/** Returns the captions in a language, else in another variant of it. */
function inLanguage(captions: readonly Caption[], language: string): Caption | undefined {
  return (
    captions.find((caption) => caption.language === language) ??
    captions.find((caption) => primary(caption.language) === primary(language))
  );
}

/** Returns the captions shown at first: the remembered choice, else none. */
export function initialCaptions(captions: readonly Caption[], remembered: Remembered): Caption | undefined {
  return remembered === undefined || remembered === 'off' ? undefined : inLanguage(captions, remembered);
}

/**
 * Returns the captions that the caption key turns on: those in the first available of `languages`, else the
 * first captions.
 */
export function preferredCaptions(
  captions: readonly Caption[],
  languages: readonly string[],
): Caption | undefined {
  for (const language of languages) {
    const found = inLanguage(captions, language);
    if (found) return found;
  }
  return captions[0];
}
