import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from '../s3-error.js';
import { hasErrorCode } from '../storage/durable-files.js';
import { textElement } from './xml.js';

/**
 * Error codes of the operating system for a body that does not fit: no space, quota exceeded, file size
 * limit.
 */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Converts an error to an S3 error. Errors that the client did not cause become an InternalError without details.
 */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (DISK_FULL_CODES.some((code) => hasErrorCode(error, code))) {
    return new S3Error('StorageFull', 'There is not enough space to store this object.');
  }
  return new S3Error('InternalError', 'We encountered an internal error. Please try again.');
}

/** Sends an error. Aborts a response that has already begun, so that the client does not accept it as complete. */
export function answerError(
  message: IncomingMessage,
  response: ServerResponse,
  error: S3Error,
  requestId: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const elements = { Code: error.code, Message: error.message, ...error.details, RequestId: requestId };
  const children = Object.entries(elements).map(([name, text]) => textElement(name, text));
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${children.join('')}</Error>`);
  if (error.code === 'InvalidRange')
    response.setHeader('Content-Range', `bytes */${error.details['ActualObjectSize']}`);
  response.writeHead(error.status, { 'Content-Type': 'application/xml', 'Content-Length': body.length });
  response.end(message.method === 'HEAD' ? undefined : body);
}
