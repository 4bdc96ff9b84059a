import * as z from 'zod/mini';
import { captionLimits } from '../caption-limits.js';
import { fieldError } from '../errors/field-error.js';
import { displayableText, noNulOrLoneSurrogates } from '../text.js';

/** Returns whether `tag` is a well-formed language tag (BCP 47). */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const { languageTag, label, maxBytes } = captionLimits;
const LANGUAGE = fieldError('CAPTIONS_LANGUAGE_INVALID');
const LABEL = fieldError('CAPTIONS_LABEL_TOO_LONG');
const TEXT = fieldError('CAPTIONS_REQUIRED');

/** An SRT or WebVTT file, as text, in one language. */
export const captionForm = z.object({
  language: z
    .string({ error: LANGUAGE })
    .check(z.trim(), z.maxLength(languageTag.max, LANGUAGE), z.refine(isLanguageTag, LANGUAGE)),
  /** Name in the menu; defaults to the language's own name. */
  label: z.optional(
    z
      .string({ error: LABEL })
      .check(
        z.trim(),
        z.maxLength(label.max, LABEL),
        displayableText(fieldError('CAPTIONS_LABEL_UNSHOWABLE')),
      ),
  ),
  text: z
    .string({ error: TEXT })
    .check(
      z.minLength(1, TEXT),
      z.maxLength(maxBytes, fieldError('CAPTIONS_TOO_LONG')),
      noNulOrLoneSurrogates(fieldError('CAPTIONS_UNSTORABLE')),
    ),
});
export type CaptionForm = z.input<typeof captionForm>;
