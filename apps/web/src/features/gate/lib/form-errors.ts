import { fieldErrorMessage, isFieldErrorCode } from '@secure-preview/contracts';
import type { Messages } from '../../../messages/en.js';

/** Returns the message of a field error: the contract's schemas name the error's code as its message. */
export function fieldMessage(code: string | undefined, { fieldErrors }: Messages): string | undefined {
  return isFieldErrorCode(code) ? fieldErrorMessage(code, fieldErrors) : code;
}
