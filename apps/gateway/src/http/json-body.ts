import { isUtf8 } from 'node:buffer';
import { AppError, allRoutes, limits } from '@secure-preview/contracts';
import express, { type NextFunction, type Request, type Response } from 'express';
import { stateOf } from './portal-request.js';

const parserOf = (limit: number) =>
  express.json({
    // Rejects compressed bodies: forms are small, and it removes a class of decompression errors.
    inflate: false,
    limit,
    // JSON is UTF-8 (RFC 8259, 8.1). A lenient decoder would store text that differs from what was sent.
    verify: (_request, _response, body, encoding) => {
      if (encoding.toLowerCase() !== 'utf-8' || !isUtf8(body)) throw new Error('The body is not UTF-8');
    },
  });

const parse = parserOf(limits.jsonBody.maxBytes);
/** Parsers by size limit, for routes that allow larger bodies. */
const parsers = new Map(
  allRoutes.flatMap(({ maxBodyBytes }) =>
    maxBodyBytes === undefined ? [] : [[maxBodyBytes, parserOf(maxBodyBytes)] as const],
  ),
);

/** Returns whether a request has a body (RFC 9112, 6.3). */
function hasBody(request: Request): boolean {
  const length = request.get('content-length');
  return request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}

/** Reads the body of routes that declare one. Refuses any type other than JSON. */
function readBody(request: Request, response: Response, next: NextFunction): void {
  const { route } = stateOf(request);
  if (!route?.body || !hasBody(request)) {
    next();
    return;
  }
  if (!request.is('application/json')) {
    next(new AppError('UNSUPPORTED_MEDIA_TYPE'));
    return;
  }
  (parsers.get(route.maxBodyBytes ?? 0) ?? parse)(request, response, next);
}

/**
 * Reads the body. Releases the slot of the request while the body arrives, then takes one again, which may
 * fail.
 */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  const { slot } = stateOf(request);
  if (!slot || !hasBody(request)) {
    readBody(request, response, next);
    return;
  }
  slot.release();
  readBody(request, response, (error?: unknown) => {
    if (error) next(error);
    else if (slot.take()) next();
  });
}

/** Converts errors of the body parser to those of the contracts. Returns any other error unchanged. */
export function fromBodyParser(error: unknown): unknown {
  const { type } = (error ?? {}) as { type?: unknown };
  switch (type) {
    case 'entity.too.large':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('UNSUPPORTED_MEDIA_TYPE');
    case 'entity.parse.failed':
    case 'entity.verify.failed':
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return new AppError('MALFORMED_BODY');
    default:
      return error;
  }
}
