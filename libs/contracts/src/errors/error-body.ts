import * as z from 'zod/mini';

const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** Code and parameters by invalid field, in form order. */
export const fieldErrorCodes = z.record(z.string(), z.object({ code: z.string(), params: errorParams }));

/** Body of every error response (docs/product.md#errors). */
export const errorBody = z.object({
  /** Sentence to show. For invalid input, the sentence of the first failing field in form order. */
  message: z.string(),
  code: z.string(),
  params: errorParams,
  statusCode: z.int(),
  requestId: z.string(),
  /** Sentences by invalid field. */
  errors: z.optional(z.record(z.string(), z.string())),
  /** Codes of these sentences, by invalid field. */
  fieldCodes: z.optional(fieldErrorCodes),
});
export type ErrorBody = z.infer<typeof errorBody>;
