import { fieldErrorMessage, isFieldErrorCode } from '@secure-preview/contracts';
import type { Messages } from '../../../messages/en.js';

/** Returns the message of a field error. The schemas of the contract use the error code as the message. */
export function fieldMessage(code: string | undefined, { fieldErrors }: Messages): string | undefined {
  return isFieldErrorCode(code) ? fieldErrorMessage(code, fieldErrors) : code;
}
