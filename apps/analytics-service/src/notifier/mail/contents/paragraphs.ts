import { auto, type MailText } from '../mail-text.js';

/** Returns the paragraphs of a text that a person wrote; an empty line separates them. */
export const paragraphsOf = (text: string): MailText[] =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => [auto(paragraph)]);
