import { AppError, type ErrorBody, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { type Logger, mapConnectionError } from '@secure-preview/service-kit';
import type { Request, Response } from 'express';
import { mapBodyParserError } from './json-body.js';
import { stateOf } from './portal-request.js';

/** Seconds to wait if the error does not specify them. */
const DEFAULT_RETRY_SECONDS = 2;

/** Returns the error that the client may see. Unexpected errors become `INTERNAL`. */
function toClientError(error: unknown): AppError {
  const mapped = mapConnectionError(mapBodyParserError(error));
  if (mapped instanceof AppError) return mapped;
  return new AppError('INTERNAL', { cause: error });
}

export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  const { message, code, params, statusCode, fields, fieldCodes } = error;
  return {
    message,
    code,
    params,
    statusCode,
    requestId,
    ...(fields ? { errors: { ...fields } } : {}),
    ...(fieldCodes ? { fieldCodes: { ...fieldCodes } } : {}),
  };
}

/** Sends the standard error body. Logs errors that the client did not cause. */
export function sendError(error: unknown, request: Request, response: Response, logger: Logger): void {
  const { requestId } = stateOf(request);
  const clientError = toClientError(error);
  if (clientError.code === 'INTERNAL') logger.error({ err: error, requestId }, 'request failed');
  else if (clientError.statusCode >= 500)
    logger.warn({ err: error, requestId, code: clientError.code }, 'request refused');
  if (response.headersSent) {
    // A partial response must not look complete.
    if (!response.writableEnded) response.destroy();
    return;
  }
  const { statusCode, params } = clientError;
  if (statusCode === 429 || statusCode === 503) {
    response.setHeader('Retry-After', String(params[RETRY_AFTER_PARAM] ?? DEFAULT_RETRY_SECONDS));
  }
  response.status(statusCode).json(errorBodyOf(clientError, requestId));
}
