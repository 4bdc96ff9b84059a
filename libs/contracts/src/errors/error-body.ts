import * as z from 'zod/mini';

/** Body of every error response (docs/product.md#errors). */
export const errorBody = z.object({
  /** Sentence to show. For invalid input, that of the first failing field in form order. */
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  statusCode: z.int(),
  requestId: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof errorBody>;
