import { isVisitorLanguage, type VisitorLanguage } from '@secure-preview/contracts';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { VisitorTexts } from './visitor-texts.js';
import { zhHans } from './zh-Hans.js';

export const visitorTexts: Readonly<Record<VisitorLanguage, VisitorTexts>> = {
  en,
  de,
  fr,
  es,
  'zh-Hans': zhHans,
  ar,
};

/** Returns the texts in a language, or the English ones, and the language that they are in. */
export function visitorTextsOf(language: string): { texts: VisitorTexts; language: VisitorLanguage } {
  const known = isVisitorLanguage(language) ? language : 'en';
  return { texts: visitorTexts[known], language: known };
}
