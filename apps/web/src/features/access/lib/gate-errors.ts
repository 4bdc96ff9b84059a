import { HttpError, hasCode, isSessionExpired, serverMessage } from '../../../lib/http-error.js';
import type { AllAccessMessages } from '../../../messages/access-page/use-access-page-messages.js';

/** Errors of the dialog, by field. `dialog`: of the change as a whole. */
export interface GateErrors {
  password?: string;
  code?: string;
  dialog?: string;
}

/** Fields of a rejected change, by the code of the error. */
const fieldOfCode = {
  INVALID_PASSWORD: 'password',
  TOO_MANY_ATTEMPTS: 'password',
  TEST_CODE_REQUIRED: 'code',
  CODE_EXPIRED: 'code',
} as const;

/** Returns the errors to show for a rejected change of the gate. */
export function gateErrors(error: unknown, messages: AllAccessMessages): GateErrors {
  const t = messages.access.gate;
  const text = serverMessage(error, t.failedFallback, messages);
  if (hasCode(error, 'CODE_WRONG')) return { code: wrongCodeText(error, messages) };
  for (const [code, field] of Object.entries(fieldOfCode)) if (hasCode(error, code)) return { [field]: text };
  const fields = error instanceof HttpError ? Object.keys(error.body?.fieldCodes ?? {}) : [];
  if (fields.includes('password')) return { password: text };
  if (fields.some((field) => field.startsWith('testCode'))) return { code: text };
  // An expired session has its own message.
  return isSessionExpired(error) ? {} : { dialog: text };
}

function wrongCodeText(error: unknown, { access: { gate: t } }: AllAccessMessages): string {
  const triesLeft = error instanceof HttpError ? error.body?.params['triesLeft'] : undefined;
  return typeof triesLeft === 'number' ? t.codeWrong(triesLeft) : t.codeWrongPlain;
}
