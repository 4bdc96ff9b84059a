import { personFields, type StoredPerson } from '@secure-preview/contracts';

/**
 * Folds a single character, because the lower case of a Greek sigma depends on its position in a word. Converts
 * to upper case first, so that ß equals ss and ﬁ equals fi.
 */
const foldCharacter = (character: string) => character.toUpperCase().toLowerCase();

/**
 * Folds a text. Texts that differ only in case, width or composition of accents become equal, in any script.
 */
export function foldForSearch(text: string): string {
  return Array.from(text.normalize('NFKC'), foldCharacter).join('').normalize('NFC');
}

/** Returns the text in which a lead is searched. Line breaks prevent matches across fields. */
export function searchTextOf(person: StoredPerson): string {
  return personFields.map((field) => foldForSearch(person[field])).join('\n');
}

/** Returns a `LIKE` pattern for texts that contain `part` literally. */
export function containing(part: string): string {
  return `%${foldForSearch(part).replace(/[\\%_]/g, '\\$&')}%`;
}
