import * as z from 'zod/mini';
import { AppError } from './app-error.js';
import {
  type FieldErrorCodes,
  fieldErrorMessage,
  fieldErrorParams,
  isFieldErrorCode,
} from './field-errors.js';

interface InvalidFields {
  fields: Record<string, string>;
  fieldCodes: Record<string, FieldErrorCodes[string]>;
}

/**
 * Returns the first error of each failing field, in the order of the schema's fields. Omits the prefix `inside` from
 * the names of the fields in that object.
 */
function invalidFields(issues: readonly z.core.$ZodIssue[], inside?: string): InvalidFields {
  const fields: InvalidFields['fields'] = {};
  const fieldCodes: InvalidFields['fieldCodes'] = {};
  for (const { path, message } of issues) {
    const names = path.length > 1 && path[0] === inside ? path.slice(1) : path;
    const field = names.map(String).join('.') || 'body';
    if (Object.hasOwn(fields, field)) continue;
    const code = isFieldErrorCode(message) ? message : undefined;
    fields[field] = code ? fieldErrorMessage(code) : message;
    if (code) fieldCodes[field] = { code, params: fieldErrorParams(code) };
  }
  return { fields, fieldCodes };
}

/** Checks `value`. Treats a non-object as an empty object, so the message names the first field. */
function check<S extends z.core.$ZodType>(schema: S, value: unknown) {
  const result = z.safeParse(schema, value);
  if (result.success || result.error.issues.some((issue) => issue.path.length > 0)) return result;
  const asEmpty = z.safeParse(schema, {});
  return asEmpty.success ? result : asEmpty;
}

/**
 * Parses untrusted input.
 *
 * @throws AppError `VALIDATION_FAILED` with the message of the first failing field
 */
export function parseInput<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  inside?: string,
): z.output<S> {
  const result = check(schema, value);
  if (result.success) return result.data;
  const invalid = invalidFields(result.error.issues, inside);
  const [message] = Object.values(invalid.fields);
  throw new AppError('VALIDATION_FAILED', { ...invalid, ...(message === undefined ? {} : { message }) });
}
