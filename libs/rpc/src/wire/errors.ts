import {
  AppError,
  type ErrorCode,
  isErrorCode,
  RETRY_AFTER_PARAM,
  type RpcMethod,
  requestErrors,
} from '@secure-preview/contracts';
import type { ReceivedReply, WireError } from './envelope.js';

function mayCross(code: ErrorCode, method: RpcMethod): boolean {
  return requestErrors.includes(code) || method.errors.includes(code);
}

/** Returns the error as the caller may see it, or undefined when the caller may see `INTERNAL` only. */
export function toWire(error: unknown, method: RpcMethod): WireError | undefined {
  if (!(error instanceof AppError) || !mayCross(error.code, method)) return undefined;
  const { code, params, fields, fieldCodes, message } = error;
  return {
    code,
    params,
    message,
    ...(fields === undefined ? {} : { fields }),
    ...(fieldCodes === undefined ? {} : { fieldCodes }),
  };
}

/**
 * Returns the error that a reply contains. A code that the contract does not declare, such as one of a newer service,
 * becomes `INTERNAL`.
 */
export function fromWire(error: NonNullable<ReceivedReply['error']>, method: RpcMethod): AppError {
  if (!isErrorCode(error.code) || !mayCross(error.code, method)) return new AppError('INTERNAL');
  const { code, params, fields, fieldCodes, message } = error;
  return new AppError(code, {
    ...(params === undefined ? {} : { params }),
    ...(fields === undefined ? {} : { fields }),
    ...(fieldCodes === undefined ? {} : { fieldCodes }),
    ...(message === undefined ? {} : { message }),
  });
}

/** Creates a `SERVICE_UNAVAILABLE` error: the call may or may not have been carried out. */
export function unavailable(retryAfterSeconds = 1): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: retryAfterSeconds } });
}
