import {
  fieldErrorMessage,
  type ImportOptions,
  importOptions,
  isFieldErrorCode,
  type VisitorLanguage,
} from '@secure-preview/contracts';
import type { AllAccessMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { instantOf } from './instants.js';

/** The input for all invitations of an import. */
export interface OptionsInput {
  language: VisitorLanguage;
  message: string;
  /** Values of date fields. */
  startsAt: string;
  endsAt: string;
  sendMail: boolean;
}
type OptionsErrors = Partial<Record<string, string>>;

/** Returns the options to send, or the errors by field. */
export function checkOptions(
  input: OptionsInput,
  messages: AllAccessMessages,
): { options?: ImportOptions; errors: OptionsErrors } {
  const startsAt = instantOf(input.startsAt);
  const endsAt = instantOf(input.endsAt);
  const { data, error } = importOptions.safeParse({ ...input, startsAt, endsAt });
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    errors[String(path[0])] ??= isFieldErrorCode(message)
      ? fieldErrorMessage(message, messages.fieldErrors)
      : message;
  }
  if (!data) return { errors };
  if (data.endsAt !== null && Date.parse(data.endsAt) <= Date.now())
    return { errors: { endsAt: messages.access.invite.endsInPast } };
  return { options: data, errors: {} };
}
