import type { Caption } from '@secure-preview/contracts';
import { CAPTIONS_KEY } from '../../../../lib/constants.js';

/** What a visitor chose: a language tag, or to have none; undefined when they never chose. */
type Remembered = string | 'off' | undefined;

/** Storage may be closed to pages; what cannot be kept is forgotten. */
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
      // As said above.
    }
  },
};

const primary = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

/** The captions in a language, or in another kind of it. */
function inLanguage(captions: readonly Caption[], language: string): Caption | undefined {
  return (
    captions.find((caption) => caption.language === language) ??
    captions.find((caption) => primary(caption.language) === primary(language))
  );
}

/** The captions that are shown at first: those that were chosen before, else none. */
export function initialCaptions(captions: readonly Caption[], remembered: Remembered): Caption | undefined {
  return remembered === undefined || remembered === 'off' ? undefined : inLanguage(captions, remembered);
}

/** The captions that a key turns on: in the language shown last, else in one of the visitor's own, else the first. */
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
