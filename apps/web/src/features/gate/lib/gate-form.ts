import { leadCaptureForm } from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** Fields that the visitor fills in. The hash of the terms is added on submit. */
const gateForm = z.omit(leadCaptureForm, { termsHash: true });

export type GateValues = z.infer<typeof gateForm>;
/** Error codes of the contract by field. */
export type GateErrors = Partial<Record<keyof GateValues, string>>;

/** Returns the values of the gate's form, or the first error of each invalid field. */
export function readGateForm(form: HTMLFormElement): { values?: GateValues; errors: GateErrors } {
  // An unchecked box has no entry.
  const entries = { termsAccepted: 'false', ...Object.fromEntries(new FormData(form)) };
  const { data, error } = gateForm.safeParse(entries);
  if (data) return { values: data, errors: {} };
  const errors: GateErrors = {};
  for (const { path, message } of error.issues) errors[path[0] as keyof GateValues] ??= message;
  return { errors };
}

/** Moves the focus to the first field with an error. */
export function focusFirstError(form: HTMLFormElement, errors: GateErrors): void {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  inputs.find(({ name }) => name in errors)?.focus();
}
