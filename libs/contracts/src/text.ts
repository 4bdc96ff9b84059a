import * as z from 'zod/mini';

/**
 * Characters that hide or reorder text, or that cannot be stored: controls, lone surrogates, bidirectional
 * embeddings, overrides and isolates, line separators. Joiners (U+200C, U+200D) are not among them, since Persian,
 * Hindi and others need them (docs/product.md#gate).
 */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;
/** What Postgres cannot store as text. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Refuses text on one line that could pass for another text. */
export const displayableText = (sentence: string) =>
  z.refine<string>((text) => !DECEPTIVE.test(text), sentence);

/** Refuses text that a database would refuse. */
export const noNulOrLoneSurrogates = (sentence: string) =>
  z.refine<string>((text) => !UNSTORABLE.test(text), sentence);
