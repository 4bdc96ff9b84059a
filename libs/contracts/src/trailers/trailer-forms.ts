import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { displayableText, noNulOrLoneSurrogates } from '../text.js';

const uploadUrl = (sentence: string) =>
  z.string({ error: sentence }).check(z.minLength(1, sentence), z.maxLength(4096, sentence));

const description = z
  .string({ error: 'Description must be text' })
  .check(
    z.maxLength(limits.description.max, `Description must be at most ${limits.description.max} characters`),
    noNulOrLoneSurrogates('Description contains characters that cannot be stored'),
  );

export const newTrailerForm = z.object({
  title: z
    .string({ error: 'Please enter a trailer title before uploading' })
    .check(
      z.trim(),
      z.minLength(limits.trailerTitle.min, 'Please enter a trailer title before uploading'),
      z.maxLength(limits.trailerTitle.max, `Title must be at most ${limits.trailerTitle.max} characters`),
      displayableText('Title contains characters that cannot be shown'),
    ),
  videoURL: uploadUrl('videoURL is required'),
  posterURL: z.nullish(uploadUrl('posterURL must be an upload address')),
  description: z.nullish(description),
});
export type NewTrailerForm = z.input<typeof newTrailerForm>;

export const posterForm = z.object({ posterURL: uploadUrl('posterURL is required') });
export const descriptionForm = z.object({ description });
