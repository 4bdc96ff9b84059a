import {
  type ErrorParams,
  fieldErrorParams,
  fillIn,
  isFieldErrorCode,
  type SettingsChange,
  type SettingsView,
  settingsChange,
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
  const { data, error } = settingsChange.safeParse(changeOf(draft, settings));
  if (data) return { change: data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const params = isFieldErrorCode(message) ? fieldErrorParams(message) : {};
    errors[path.slice(1).join('.')] ??= messageOf(message, params, fieldErrors) ?? message;
  }
  return { errors };
}

/** Returns the errors in a response of the server. */
export function serverErrors(error: unknown, { fieldErrors }: Messages): SettingErrors {
  const body = error instanceof HttpError ? error.body : null;
  return Object.fromEntries(
    Object.entries(body?.errors ?? {}).map(([field, sentence]) => {
      const found = body?.fieldCodes?.[field];
      return [field, (found && messageOf(found.code, found.params, fieldErrors)) ?? sentence];
    }),
  );
}

/** Returns the text of the catalogue for the code of a field's error, if it has one. */
function messageOf(code: string, params: ErrorParams, texts: Messages['fieldErrors']): string | undefined {
  const text = isFieldErrorCode(code) ? texts[code] : undefined;
  return text === undefined ? undefined : fillIn(text, params);
}
