/**
 * Folds a text for searches. Texts that differ only in case, width or composition of accents become equal. Removes
 * NUL, which Postgres cannot store.
 */
export const foldForSearch = (text: string): string =>
  text.replaceAll('\0', '').normalize('NFKC').toLowerCase().normalize('NFC');
