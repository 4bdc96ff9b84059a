import * as z from 'zod/mini';

/**
 * Characters that hide or reorder text, or that cannot be stored: controls, lone surrogates, bidirectional
 * embeddings, overrides and isolates, line separators. Joiners (U+200C, U+200D) are allowed: Persian, Hindi
 * and other languages need them (docs/product.md#gate).
 */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;
/** Characters that Postgres cannot store as text. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Matches a visible character: no white space, control or format character, combining mark or filler. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}\p{Mn}\p{Me}\u115F\u1160\u3164\uFFA0\u2800]/u;
/** Control characters other than tabs and line feeds, and lone surrogates. */
const NOT_IN_LINES = /[\p{Cs}]|(?![\t\n])\p{Cc}/u;

/** Rejects single-line text with characters that hide or reorder other text. */
export const displayableText = (message: string) =>
  z.refine<string>((text) => !DECEPTIVE.test(text), message);

/** Rejects text that Postgres cannot store. */
export const noNulOrLoneSurrogates = (message: string) =>
  z.refine<string>((text) => !UNSTORABLE.test(text), message);

/** Rejects text of several lines with control characters. Right-to-left text may need direction marks. */
export const multilineText = (message: string) =>
  z.refine<string>((text) => !NOT_IN_LINES.test(text), message);

/** Rejects text without any visible character. Accepts an empty text, which a separate check rejects. */
export const visibleText = (message: string) =>
  z.refine<string>((text) => text === '' || VISIBLE.test(text), message);
