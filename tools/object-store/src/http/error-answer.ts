import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from '../s3-error.js';
import { failedWith } from '../storage/durable-files.js';
import { textElement } from './xml.js';

/** What the operating system says when a body does not fit: no space, quota used up, file size limit. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Says what went wrong in S3's words; what is not the client's fault is an InternalError, without its reason. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (NO_ROOM.some((code) => failedWith(error, code))) {
    return new S3Error('StorageFull', 'There is no room left to store this object.');
  }
  return new S3Error('InternalError', 'We encountered an internal error. Please try again.');
}

/** Sends a refusal. An answer that has begun can only be cut, so that it is not taken for whole. */
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
