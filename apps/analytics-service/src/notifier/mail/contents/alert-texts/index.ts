import type { AlertTexts } from './alert-texts.js';
import { de } from './de.js';
import { en } from './en.js';

const alertTexts = { en, de } satisfies Record<string, AlertTexts>;

/** Returns the texts in German or English, and the language that they are in. */
export function alertTextsOf(language: string): { texts: AlertTexts; language: string } {
  const known = language === 'de' ? 'de' : 'en';
  return { texts: alertTexts[known], language: known };
}
