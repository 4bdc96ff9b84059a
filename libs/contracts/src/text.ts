import * as z from 'zod/mini';

/**
 * Characters that hide or reorder text, or that cannot be stored: controls, lone surrogates, bidirectional
 * embeddings, overrides and isolates, line separators. Joiners (U+200C, U+200D) are allowed: Persian, Hindi
 * and other languages need them (docs/product.md#gate).
 */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;
/** Characters that Postgres cannot store as text. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Rejects single-line text with characters that hide or reorder other text. */
export const displayableText = (message: string) =>
  z.refine<string>((text) => !DECEPTIVE.test(text), message);

/** Rejects text that Postgres cannot store. */
export const noNulOrLoneSurrogates = (message: string) =>
  z.refine<string>((text) => !UNSTORABLE.test(text), message);
