import { fillIn, type GateFieldErrorCode, gateFieldErrorParams } from '@secure-preview/contracts';
import type { Messages } from '../../../messages/en.js';

/** Returns the message of a field error. The schemas of the contract use the error code as the message. */
export function fieldMessage(code: string | undefined, { fieldErrors }: Messages): string | undefined {
  const known = code as GateFieldErrorCode;
  const message = Object.hasOwn(fieldErrors, known) ? fieldErrors[known] : undefined;
  return message ? fillIn(message, gateFieldErrorParams[known] ?? {}) : code;
}
