import { type HttpError, hasCode, serverMessage } from '../../../lib/http-error.js';
import type { Messages } from '../../../messages/en.js';
import type { EntryMessages } from '../../../messages/entry/en.js';

/** Returns why a code was rejected, and how many tries it has left. */
export function codeError(error: unknown, messages: Messages, t: EntryMessages['code']): string {
  const message = serverMessage(error, t.errorFallback, messages);
  if (!hasCode(error, 'CODE_WRONG')) return message;
  const tries = Number((error as HttpError).body?.params['triesLeft']);
  return Number.isFinite(tries) ? t.triesLeft(message, tries) : message;
}
