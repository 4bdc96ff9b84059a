/**
 * Folds a character by itself, so that none depends on its place in a word (a Greek final sigma does). Upper case
 * first: ß and ss, ﬁ and fi become the same.
 */
const foldCharacter = (character: string) => character.toUpperCase().toLowerCase();

/** What two texts have in common that differ in case or in how their accents are composed; any script. */
export function foldForSearch(text: string): string {
  return Array.from(text.normalize('NFKC'), foldCharacter).join('').normalize('NFC');
}

/** What a lead is searched in. The line break keeps a match from reaching from one field into the other. */
export function searchTextOf({ name, email }: { name: string; email: string }): string {
  return `${foldForSearch(name)}\n${foldForSearch(email)}`;
}

/** A `LIKE` pattern for texts that contain `part` literally. */
export function containing(part: string): string {
  return `%${foldForSearch(part).replace(/[\\%_]/g, '\\$&')}%`;
}
