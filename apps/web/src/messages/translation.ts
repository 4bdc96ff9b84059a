import type { ErrorCode, GateFieldErrorCode } from '@secure-preview/contracts';
import type { AdminErrorCode } from './admin-translation.js';
import type { Messages } from './en.js';
import type { EntryMessages } from './entry/en.js';

/** Parts of the English texts that a language for visitors does not have, or has for visitors only. */
type NotForVisitors = 'adminTexts' | 'entry' | 'uploadLibrary' | 'notices' | 'errors' | 'fieldErrors';

/** Texts for visitors in another language. */
export type Translation = Omit<Messages, NotForVisitors | 'language' | 'direction'> & {
  entry: EntryMessages;
  errors: Record<Exclude<ErrorCode, AdminErrorCode>, string>;
  fieldErrors: Record<GateFieldErrorCode, string>;
};
