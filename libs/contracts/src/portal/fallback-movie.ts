/** Title of a trailer without one. Apart from the record, because every visitor loads it. */
export const fallbackTitle = 'Concept Trailer';

/**
 * Fixed record of a film (docs/product.md#trailer-page). Only its title is shown, so no other field is in the
 * translated texts.
 */
export const fallbackMovie = {
  title: fallbackTitle,
  tagline: 'Check in where the sun rises sixteen times a day.',
  synopsis:
    'The guests of the first grand hotel in outer space have money enough for anything but the way home.',
  runtime: '2 min',
  genre: 'Science fiction',
  director: 'To be announced',
  producer: 'To be announced',
  releaseWindow: 'Coming soon',
};
