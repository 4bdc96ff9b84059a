import * as z from 'zod/mini';
import { AppError } from './app-error.js';

/** Returns the first message of each failing field, in the order of the schema's fields. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body';
    fields[field] ??= issue.message;
  }
  return fields;
}

/** Checks a body that is not an object like an empty one, so that the message names the first field. */
function check<S extends z.core.$ZodType>(schema: S, value: unknown) {
  const result = z.safeParse(schema, value);
  if (result.success || result.error.issues.some((issue) => issue.path.length > 0)) return result;
  const asEmpty = z.safeParse(schema, {});
  return asEmpty.success ? result : asEmpty;
}

/**
 * Parses untrusted input.
 *
 * @throws AppError `VALIDATION_FAILED` whose message is that of the first failing field
 */
export function parseInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = check(schema, value);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message;
  throw new AppError('VALIDATION_FAILED', {
    fields: fieldErrors(result.error.issues),
    ...(message === undefined ? {} : { message }),
  });
}
