import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import type { FieldErrorCode } from '../errors/field-errors.js';
import { limits } from '../limits.js';
import { displayableText, noNulOrLoneSurrogates } from '../text.js';

const uploadUrl = (error: FieldErrorCode) =>
  z.string({ error }).check(z.minLength(1, error), z.maxLength(4096, error));
const titleRequired = fieldError('TITLE_REQUIRED');

const description = z
  .string({ error: fieldError('DESCRIPTION_INVALID') })
  .check(
    z.maxLength(limits.description.max, fieldError('DESCRIPTION_TOO_LONG')),
    noNulOrLoneSurrogates(fieldError('DESCRIPTION_UNSTORABLE')),
  );

export const newTrailerForm = z.object({
  title: z
    .string({ error: titleRequired })
    .check(
      z.trim(),
      z.minLength(limits.trailerTitle.min, titleRequired),
      z.maxLength(limits.trailerTitle.max, fieldError('TITLE_TOO_LONG')),
      displayableText(fieldError('TITLE_UNSHOWABLE')),
    ),
  videoURL: uploadUrl('VIDEO_URL_REQUIRED'),
  posterURL: z.nullish(uploadUrl('POSTER_URL_INVALID')),
  description: z.nullish(description),
});
export type NewTrailerForm = z.input<typeof newTrailerForm>;

export const posterForm = z.object({ posterURL: uploadUrl('POSTER_URL_REQUIRED') });
export const descriptionForm = z.object({ description });
