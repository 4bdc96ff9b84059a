import * as z from 'zod';

/** Id of an image of the mail. Earlier rows have none. */
export const imageId = z.string().nullable().default(null);
