import type * as z from 'zod/mini';

/** Error codes of the contract by field. */
export type FieldErrors<S extends z.ZodMiniType> = Partial<Record<keyof z.output<S>, string>>;

/**
 * Returns the values of a form, or the first error of each invalid field.
 *
 * @param schema of the contract, whose error messages are codes
 */
export function readForm<S extends z.ZodMiniType>(
  form: HTMLFormElement,
  schema: S,
): { values?: z.output<S>; errors: FieldErrors<S> } {
  const { data, error } = schema.safeParse(Object.fromEntries(new FormData(form)));
  if (!error) return { values: data, errors: {} };
  const errors: FieldErrors<S> = {};
  for (const { path, message } of error.issues) errors[path[0] as keyof z.output<S>] ??= message;
  return { errors };
}

/** Moves the focus to the first field with an error. */
export function focusFirstError(form: HTMLFormElement, errors: object): void {
  const inputs = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
  );
  inputs.find(({ name }) => name in errors)?.focus();
}
