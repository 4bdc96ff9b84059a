import {
  fieldErrorMessage,
  fillIn,
  isFieldErrorCode,
  pageSettingsChange,
  type SettingsChange,
  type SettingsView,
} from '@secure-preview/contracts';
import { HttpError, hasCode, serverMessage } from '../../../lib/http-error.js';
import type { Messages } from '../../../messages/en.js';
import type { AllSettingsMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
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

/** Returns why the server rejects the upload password, or that it needs one; undefined for other errors. */
export function passwordError(error: unknown, messages: AllSettingsMessages): string | undefined {
  const [field] = error instanceof HttpError ? Object.keys(error.body?.fieldCodes ?? {}) : [];
  const isRejected =
    field === 'password' || hasCode(error, 'INVALID_PASSWORD') || hasCode(error, 'TOO_MANY_ATTEMPTS');
  return isRejected ? serverMessage(error, messages.settings.failedFallback, messages) : undefined;
}
