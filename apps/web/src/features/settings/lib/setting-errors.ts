import {
  fieldErrorMessage,
  fillIn,
  isFieldErrorCode,
  pageSettingsChange,
  type SettingsChange,
  type SettingsView,
} from '@secure-preview/contracts';
import { HttpError } from '../../../lib/http-error.js';
import type { Messages } from '../../../messages/en.js';
import { changeOf, type SettingsDraft } from './settings-draft.js';

/** Messages by setting; those of the terms by `termsTexts.<language>`. In the order of the page. */
export type SettingErrors = Readonly<Record<string, string>>;

/** Returns the change to send, or the first error of each invalid setting. */
export function checkDraft(
  draft: SettingsDraft,
  settings: SettingsView,
  { fieldErrors }: Messages,
): { change?: SettingsChange; errors: SettingErrors } {
  const { data, error } = pageSettingsChange.safeParse(changeOf(draft, settings));
  if (data) return { change: data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    errors[path.slice(1).join('.')] ??= isFieldErrorCode(message)
      ? fieldErrorMessage(message, fieldErrors)
      : message;
  }
  return { errors };
}

/** Returns the errors in a response of the server. */
export function serverErrors(error: unknown, { fieldErrors }: Messages): SettingErrors {
  const body = error instanceof HttpError ? error.body : null;
  return Object.fromEntries(
    Object.entries(body?.errors ?? {}).map(([field, sentence]) => {
      const found = body?.fieldCodes?.[field];
      const text = isFieldErrorCode(found?.code) ? fieldErrors[found.code] : undefined;
      // The limits of the server may differ from those of this page.
      return [field, text === undefined ? sentence : fillIn(text, found?.params ?? {})];
    }),
  );
}
