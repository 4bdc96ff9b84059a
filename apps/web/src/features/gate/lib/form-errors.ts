import { fieldErrorMessage, isFieldErrorCode } from '@secure-preview/contracts';
import { messages } from '../../../messages/index.js';

/** Returns the message of a field error: the contract's schemas name the error's code as its message. */
export function fieldMessage(code: string | undefined): string | undefined {
  return isFieldErrorCode(code) ? fieldErrorMessage(code, messages.fieldErrors) : code;
}
